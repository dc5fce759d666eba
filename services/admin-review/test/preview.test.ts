import { bannerContentId } from '@landscape/contracts/banners'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { StoreUnavailable } from '@landscape/store/objects/port'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const shown = { message: 'First', pages: ['radar'], show: true }
const id = bannerContentId(shown)
const documents = {
  banners: { messages: [{ ...shown, id }, null] },
  arrayData: { languages: ['Go', 'Zig'], cicd: ['Make'] },
  radar: radar(),
  projects: {
    projects: [
      {
        details: [{ name: 'Harbour' }],
        architecture: { languages: { main: ['JS'], others: [] } },
        owner: 'x',
      },
      { details: [{ name: 'Quay' }], architecture: { languages: { main: ['Go'], others: [] } } },
    ],
  },
} as const
const NAMES = ['banners', 'arrayData', 'radar', 'projects'] as const

let h: Harness
beforeEach(async () => {
  h = harness()
  for (const name of NAMES) await h.seed(name, documents[name])
})
const everything = () => Promise.all(NAMES.map((name) => h.stored(name)))

const complete = {
  message: 'New',
  description: 'New',
  title: '',
  type: 'info',
  pages: ['radar'],
  show: true,
}
const author = REVIEWER.email

const EDITS = [
  [
    'banners',
    '/admin/api/banners/update',
    { message: 'New', pages: ['radar'] },
    'Banner added successfully',
    [
      {
        op: 'add',
        path: `/messages/${bannerContentId(complete)}`,
        after: { ...complete, id: bannerContentId(complete) },
      },
    ],
  ],
  [
    'banners',
    '/admin/api/banners/update',
    { banner: { message: 'First', pages: ['projects'] }, id },
    'Banner updated successfully',
    [
      { op: 'remove', path: `/messages/${id}/pages/radar`, before: 'radar' },
      { op: 'add', path: `/messages/${id}/pages/projects`, after: 'projects' },
      { op: 'add', path: `/messages/${id}/title`, after: '' },
      { op: 'add', path: `/messages/${id}/description`, after: 'First' },
      { op: 'add', path: `/messages/${id}/type`, after: 'info' },
    ],
  ],
  [
    'banners',
    '/admin/api/banners/toggle',
    { index: 0 },
    'Banner visibility updated successfully',
    [{ op: 'replace', path: `/messages/${id}/show`, before: true, after: false }],
  ],
  [
    'banners',
    '/admin/api/banners/delete',
    { id },
    'Banner deleted successfully',
    [{ op: 'remove', path: `/messages/${id}`, before: { ...shown, id } }],
  ],
  [
    'banners',
    '/admin/api/banners',
    { messages: [null] },
    'Banners updated successfully',
    [{ op: 'remove', path: `/messages/${id}`, before: { ...shown, id } }],
  ],
  [
    'arrayData',
    '/admin/api/array-data/update',
    { category: 'languages', items: ['Go', 'Rust', 'Zig'] },
    'Technology list for languages updated successfully',
    [{ op: 'add', path: '/languages/Rust', after: 'Rust' }],
  ],
  [
    'arrayData',
    '/admin/api/array-data/update',
    { allCategories: true, items: { languages: ['Go', 'Zig'] } },
    'All technology lists updated successfully',
    [{ op: 'remove', path: '/cicd', before: ['Make'] }],
  ],
  [
    'radar',
    '/admin/api/tech-radar/update',
    { ...structure(), title: 'Other', entries: [entry('zig')] },
    'Tech radar updated successfully',
    [{ op: 'replace', path: '/title', before: 'Acme Radar', after: 'Other' }],
  ],
  [
    'radar',
    '/review/api/tech-radar/update',
    { entries: [entry('zig', { timeline: [item('first'), item('second')] })] },
    'Tech radar updated successfully',
    [{ op: 'add', path: '/entries/zig/timeline/1', after: item('second', { author }) }],
  ],
] as const

const NOTHING_STORED = 'Dry run: nothing was stored'

describe.each(EDITS)('a dry run of %s: POST %s %j', (name, path, body, message, operations) => {
  const as = path.startsWith('/review') ? REVIEWER : undefined
  const send = (more: object, options = {}) =>
    h.post(path, { ...body, ...more }, { ...(as && { as }), ...options })

  it('returns the operations with the present ETag and stores nothing', async () => {
    const before = await everything()
    const logged = h.lines.length
    const response = await send({ dryRun: true })
    expect(response.status).toBe(200)
    const { removedItems, ...preview } = response.body
    expect(preview).toEqual({ message: NOTHING_STORED, dryRun: true, operations })
    expect(response.headers['etag']).toBe(entityTag(documents[name]))
    expect(await everything()).toEqual(before)
    expect(h.lines.slice(logged).join('')).not.toContain('document changed')
    const real = await send({ dryRun: false })
    expect(real.body).toEqual({ message, ...(removedItems && { removedItems }) })
    expect(await h.stored(name)).not.toEqual(documents[name])
  })

  it('honours If-Match', async () => {
    const headers = (tag: string) => ({ headers: { 'if-match': tag } })
    expect((await send({ dryRun: true }, headers(entityTag('other')))).status).toBe(412)
    expect((await send({ dryRun: true }, headers(entityTag(documents[name])))).status).toBe(200)
  })
})

describe('a dry run', () => {
  it('returns the content of a new document and creates none', async () => {
    h = harness()
    const { etag } = (await h.get('/admin/api/banners')).headers
    const body = { message: 'New', pages: ['radar'], dryRun: true }
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.body.operations).toEqual([
      expect.objectContaining({ op: 'add', after: expect.objectContaining({ message: 'New' }) }),
    ])
    expect(response.headers['etag']).toBe(etag)
    expect(await h.stored('banners')).toBeUndefined()
  })

  it('returns the errors of the edit', async () => {
    const unknown = await h.post('/admin/api/banners/delete', { id: 'gone', dryRun: true })
    expect(unknown.status).toBe(404)
    const noRadar = await harness().post('/admin/api/tech-radar/update', {
      entries: [entry('a')],
      dryRun: true,
    })
    expect(noRadar.status).toBe(500)
  })

  it('returns 503 when the store is unavailable, although a copy is cached', async () => {
    let isUnavailable = false
    const real = h.store
    h = harness({
      ...real,
      get: async (...args) => {
        if (isUnavailable) throw new StoreUnavailable('timeout')
        return real.get(...args)
      },
    })
    expect((await h.get('/admin/api/banners')).status).toBe(200)
    isUnavailable = true
    expect((await h.get('/admin/api/banners')).status).toBe(200)
    expect((await h.post('/admin/api/banners/toggle', { index: 0, dryRun: true })).status).toBe(503)
  })
})
