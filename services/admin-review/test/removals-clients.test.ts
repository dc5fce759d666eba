import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { banner, entries, LISTS, seedAll } from './large-documents.ts'
import { entry, item, structure } from './radar-data.ts'

let h: Harness
beforeEach(async () => {
  h = harness()
  await seedAll(h)
})

describe('a save of an existing client', () => {
  const read = async (path: string) => (await h.get(path)).body
  const ok = async (path: string, body: unknown, options: { as?: typeof REVIEWER } = {}) => {
    const { status, body: saved } = await h.post(path, body, options)
    expect([status, saved.removed]).toEqual([200, undefined])
  }

  it('is not marked for all entries, one entry or test entries', async () => {
    const review = (body: object) => ok('/review/api/tech-radar/update', body, { as: REVIEWER })
    for (let i = 0; i < 3; i++) {
      const { entries: all } = (await read('/admin/api/tech-radar')) as { entries: typeof entries }
      const page = all.map((one) => ({
        ...one,
        timeline: [...one.timeline, item(`round ${i}`)],
        filteredTimeline: one.timeline,
      }))
      await review({ entries: page })
    }
    const body = {
      entries: [entry('test-entry-1', { timeline: [item('x', { ringId: 'ignore' })] })],
    }
    await review(body)
    await ok('/admin/api/tech-radar/update', { entries: [entry('tech-1765880000000')] })
    await review({ ...structure(), entries: entries.slice(1) })
  })

  it('is not marked for banners that are added, hidden and deleted by index', async () => {
    for (let i = 0; i < 12; i++) {
      await ok('/admin/api/banners/update', {
        banner: { ...banner('Test'), title: 't', type: 'info', show: true },
      })
      await ok('/admin/api/banners/toggle', { index: 1, show: false })
      await ok('/admin/api/banners/delete', { index: 1 })
      await ok('/admin/api/banners/delete', { index: 0 })
    }
    expect(await h.stored('banners')).toMatchObject({ messages: [] })
  })

  it('is not marked for items that are added, respelt and removed one by one', async () => {
    const all = (await read('/admin/api/array-data')) as Record<string, string[]>
    const save = () => ok(LISTS, { allCategories: true, items: all })
    all['languages']!.push('Zig')
    await save()
    all['languages'] = all['languages']!.filter((one) => one !== 'n7')
    await save()
    all['frameworks'] = all['frameworks']!.map((one) => one.toUpperCase())
    await save()
    const { cicd: _last, ...rest } = all
    await ok(LISTS, { allCategories: true, items: rest })
    let items = all['languages']
    while (items.length > 0) {
      items = items.slice(1)
      await ok(LISTS, { category: 'languages', items })
    }
  })

  it('is not marked for the reference suite on small lists', async () => {
    const small = { languages: ['Go', 'Zig', 'Rust'], frameworks: ['Fastify'], cicd: [] }
    await h.seed('arrayData', small)
    await ok(LISTS, {
      allCategories: false,
      category: 'languages',
      items: ['item1', 'item2_updated'],
    })
    await ok(LISTS, { allCategories: true, items: small })
    const other = { languages_updated: ['Go', 'Rust'], frameworks_updated: ['Svelte', 'Vue'] }
    await ok(LISTS, { allCategories: true, items: other })
    expect(await h.stored('arrayData')).toEqual(other)
    await ok(LISTS, { allCategories: true, items: small })
    expect(await h.stored('arrayData')).toEqual(small)
  })
})
