import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { banner, banners, entries, lists, LISTS, seedAll } from './large-documents.ts'
import { entry } from './radar-data.ts'

let h: Harness
beforeEach(async () => {
  h = harness()
  await seedAll(h)
})

describe('control members', () => {
  it.each([
    ['/admin/api/banners/delete', { index: 0, basedOn: 'x' }],
    ['/admin/api/banners/toggle', { index: 0, basedOn: 'x' }],
    ['/admin/api/banners/toggle', { index: 0, showing: true }],
    ['/admin/api/banners/update', { ...banner('x'), basedOn: 'x' }],
    ['/admin/api/banners/update', { banner: banner('x'), dry_run: true }],
    ['/admin/api/banners', { ...banners, dryrun: true }],
    ['/admin/api/tech-radar/update', { entries, 'dry-run': true }],
    [LISTS, { category: 'cicd', items: [], force: true }],
    [LISTS, { allCategories: true, items: lists, DryRun: true }],
  ])('are rejected by routes without them: %s %#', async (path, body) => {
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
    [`${LISTS}?dryRun=true`, { category: 'cicd', items: ['Ninja'] }],
  ])('are rejected in a query: %s', async (path, body) => {
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
    ['/admin/api/banners', { messages: [], dryRun: 'yes' }],
    ['/admin/api/tech-radar/update', { entries, dryRun: 1 }],
    [LISTS, { category: 'languages', items: [], dryRun: null }],
    [LISTS, { allCategories: true, items: { a: [] }, dryRun: 'true' }],
  ])('are rejected unless true or false: %s %#', async (path, body) => {
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, 'dryRun is true or false'])
  })

  it.each(['dryRun', 'dry_run', 'basedOn'])('are rejected inside a banner: %s', async (member) => {
    h = harness()
    const banner = { message: 'Hello', pages: ['radar'], [member]: true }
    const { status, body } = await h.post('/admin/api/banners/update', { banner })
    expect([status, body.error]).toEqual([400, `Unknown member: ${member}`])
    expect(await h.stored('banners')).toBeUndefined()
  })
})
