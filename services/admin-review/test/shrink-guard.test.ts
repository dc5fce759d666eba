import { beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { replace } from '@landscape/object-store'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const LISTS = '/admin/api/array-data/update'
const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const entries = names(161, 'e').map((id) => entry(id))
const banner = (message: string) => ({ message, pages: ['radar'] })
const banners = { messages: names(12, 'b').map(banner) }
const lists = { languages: names(35), frameworks: names(34, 'f'), cicd: ['Make'] }

let h: Harness
beforeEach(async () => {
  h = harness()
  await seedAll()
})

async function seedAll() {
  await h.seed('radar', radar(entries))
  await h.seed('banners', banners)
  await h.seed('arrayData', lists)
}

const TOO_MUCH = [
  [
    'radar',
    '/admin/api/tech-radar/update',
    { ...structure(), entries: entries.slice(0, 3) },
    'entries',
    158,
    161,
  ],
  [
    'radar',
    '/review/api/tech-radar/update',
    { ...structure(), entries: entries.slice(0, 3) },
    'entries',
    158,
    161,
  ],
  ['banners', '/admin/api/banners', { messages: [] }, 'banners', 12, 12],
  ['banners', '/admin/api/banners', { messages: banners.messages.slice(10) }, 'banners', 10, 12],
  ['arrayData', LISTS, { category: 'languages', items: names(25) }, 'items of languages', 10, 35],
  ['arrayData', LISTS, { category: 'frameworks', items: [] }, 'items of frameworks', 34, 34],
  [
    'arrayData',
    LISTS,
    { allCategories: true, items: { cicd: ['Make'] } },
    'items of 2 lists',
    69,
    69,
  ],
] as const

describe.each(TOO_MUCH)(
  'a save of %s that removes much: POST %s %#',
  (name, path, body, of, removed, total) => {
    it('is refused with the subjects, and nothing is stored', async () => {
      const before = await h.stored(name)
      const response = await h.post(path, body)
      expect(response.status).toBe(409)
      expect(response.body).toMatchObject({
        type: '/problems/conflict',
        error: `This would remove ${removed} of ${total} ${of}`,
      })
      expect(response.body.removes).toHaveLength(Math.min(removed, 100))
      expect(await h.stored(name)).toEqual(before)
    })

    it('is stored when it is confirmed, and when the guard is off', async () => {
      expect((await h.post(path, { ...body, confirmRemoval: false })).status).toBe(409)
      expect((await h.post(path, { ...body, confirmRemoval: true })).status).toBe(200)
      expect(JSON.stringify(await h.stored(name))).not.toContain('confirmRemoval')
      h = harness(undefined, undefined, false)
      await seedAll()
      expect((await h.post(path, body)).status).toBe(200)
    })
  },
)

describe('a save of a bare list of banners', () => {
  it('is refused when it removes much', async () => {
    const response = await h.post('/admin/api/banners', [])
    expect(response.status).toBe(409)
    expect(response.body.removes).toEqual(names(12, 'b'))
  })
})

describe('the guard', () => {
  it('judges the version that is written on, not the one that was there first', async () => {
    const real = h.store
    const { ref } = DOCUMENTS.arrayData
    let isFirst = true
    h = harness({
      ...real,
      async put(...args) {
        const other = { ...lists, cicd: ['Make', 'Ninja'] }
        if (isFirst) await replace(real, ref, Buffer.from(JSON.stringify(other)))
        isFirst = false
        return real.put(...args)
      },
    })
    const response = await h.post(LISTS, { category: 'cicd', items: [] })
    expect([response.status, response.body.removes]).toEqual([409, ['Make', 'Ninja']])
  })

  it('is described, with the word that confirms', async () => {
    const { body } = await h.get('/openapi.json', { as: null })
    for (const path of [LISTS, '/admin/api/banners', '/review/api/tech-radar/update']) {
      const { description, responses } = body.paths[path].post
      expect(description).toContain('confirmRemoval')
      expect(responses['409'].description).toContain('conflict')
    }
    expect(body.components.schemas.RadarSubmission.properties.confirmRemoval.type).toBe('boolean')
  })
})

describe('control words', () => {
  it.each([
    ['/admin/api/banners/delete', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, showing: true }],
    ['/admin/api/banners/update', { ...banner('x'), confirmRemoval: true }],
    ['/admin/api/banners/update', { banner: banner('x'), confirm_removal: true }],
    ['/admin/api/banners', { ...banners, confirmremoval: true }],
    ['/admin/api/tech-radar/update', { entries, 'confirm-removal': true }],
    [LISTS, { category: 'cicd', items: [], force: true }],
    [LISTS, { allCategories: true, items: lists, ConfirmRemoval: true }],
  ])('that a route does not know are refused, not ignored: %s %#', async (path, body) => {
    const before = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    const response = await h.post(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toMatch(/^Unknown member: \S+$/)
    const after = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    expect(after).toEqual(before)
  })

  it.each([
    ['/admin/api/banners/toggle?dryRun=true', { index: 0 }],
    ['/admin/api/banners/delete?dry_run=1', { index: 0 }],
    [
      '/admin/api/tech-radar/update?basedOn=x',
      { entries: [entry('e1', { description: 'other' })] },
    ],
    [`${LISTS}?confirmRemoval=true`, { category: 'cicd', items: ['Ninja'] }],
  ])('are refused in a query, which no edit reads: %s', async (path, body) => {
    const before = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringMatching(/^Unknown member: \w+$/),
    ])
    const after = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    expect(after).toEqual(before)
  })

  it.each([
    ['/admin/api/banners', { messages: [], confirmRemoval: 'yes' }],
    ['/admin/api/tech-radar/update', { entries, confirmRemoval: 1 }],
    [LISTS, { category: 'languages', items: [], confirmRemoval: null }],
    [LISTS, { allCategories: true, items: { a: [] }, confirmRemoval: 'true' }],
  ])('are true or false: %s %#', async (path, body) => {
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, 'confirmRemoval is true or false'])
  })
})

describe('the work of existing clients', () => {
  const read = async (path: string) => (await h.get(path)).body
  const ok = async (path: string, body: unknown) =>
    expect(await h.post(path, body)).toMatchObject({ status: 200 })

  it('on the radar never meets the guard: whole saves, single entries, tests', async () => {
    const review = (body: object) => h.post('/review/api/tech-radar/update', body, { as: REVIEWER })
    for (let i = 0; i < 3; i++) {
      const { entries: all } = (await read('/admin/api/tech-radar')) as { entries: typeof entries }
      const page = all.map((one) => ({
        ...one,
        timeline: [...one.timeline, item(`round ${i}`)],
        filteredTimeline: one.timeline,
      }))
      expect((await review({ entries: page })).status).toBe(200)
    }
    const body = {
      entries: [entry('test-entry-1', { timeline: [item('x', { ringId: 'ignore' })] })],
    }
    expect((await review(body)).status).toBe(200)
    await ok('/admin/api/tech-radar/update', { entries: [entry('tech-1765880000000')] })
    expect((await review({ ...structure(), entries: entries.slice(1) })).status).toBe(200)
  })

  it('on banners never meets it: each is added, hidden and deleted by its index, the last one too', async () => {
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

  it('on lists never meets it: items are added, removed one by one, respelt, and all lists saved', async () => {
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

  it('of the reference suite passes on small lists, which it replaces and restores', async () => {
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

  it('of the reference suite on large lists, of which it leaves two items, needs SHRINK_GUARD=off', async () => {
    const body = { allCategories: false, category: 'languages', items: ['item1', 'item2_updated'] }
    const refused = await h.post(LISTS, body)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This would remove 35 of 35 items of languages',
    ])
    h = harness(h.store, undefined, false)
    await ok(LISTS, body)
    await ok(LISTS, { allCategories: true, items: lists })
    expect(await h.stored('arrayData')).toEqual(lists)
  })
})
