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
    ['/admin/api/banners/delete', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, showing: true }],
    ['/admin/api/banners/update', { ...banner('x'), confirmRemoval: true }],
    ['/admin/api/banners/update', { banner: banner('x'), confirm_removal: true }],
    ['/admin/api/banners', { ...banners, confirmremoval: true }],
    ['/admin/api/tech-radar/update', { entries, 'confirm-removal': true }],
    [LISTS, { category: 'cicd', items: [], force: true }],
    [LISTS, { allCategories: true, items: lists, ConfirmRemoval: true }],
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
    [`${LISTS}?confirmRemoval=true`, { category: 'cicd', items: ['Ninja'] }],
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
    ['/admin/api/banners', { messages: [], confirmRemoval: 'yes' }],
    ['/admin/api/tech-radar/update', { entries, confirmRemoval: 1 }],
    [LISTS, { category: 'languages', items: [], confirmRemoval: null }],
    [LISTS, { allCategories: true, items: { a: [] }, confirmRemoval: 'true' }],
  ])('are rejected unless true or false: %s %#', async (path, body) => {
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, 'confirmRemoval is true or false'])
  })

  it.each(['dryRun', 'dry_run', 'confirmRemoval'])(
    'are rejected inside a banner: %s',
    async (member) => {
      h = harness()
      const banner = { message: 'Hello', pages: ['radar'], [member]: true }
      const { status, body } = await h.post('/admin/api/banners/update', { banner })
      expect([status, body.error]).toEqual([400, `Unknown member: ${member}`])
      expect(await h.stored('banners')).toBeUndefined()
    },
  )
})
