import { beforeEach, describe, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts/banners'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { asStored, harness, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const valid = { title: 't', message: 'm', description: 'm', type: 'info', pages: ['a'], show: true }
const banners: { messages: unknown[] } = {
  messages: withBannerIds([
    valid,
    { ...valid, message: 'malformed', show: 'true', type: 'odd', startsAt: 7 },
    null,
    { ...valid, show: null },
    'text',
    { title: 'without a message', id: 'x' },
  ]),
}
const OPAQUE = [2, 4, 5]

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('malformed stored banners', () => {
  const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

  beforeEach(async () => h.seed('banners', banners))

  it('are returned at their index with the ETag of the document', async () => {
    const { status, body, headers } = await h.get('/admin/api/banners')
    expect([status, body.messages.map(asStored)]).toEqual([200, banners.messages])
    expect(headers['etag']).toBe(entityTag(banners))
  })

  it('stay when a banner is added, and are removed when all are replaced', async () => {
    const added = await h.post('/admin/api/banners/update', { message: 'n', pages: ['a'] })
    expect(added.status).toBe(200)
    expect(await messages()).toEqual([
      ...banners.messages,
      expect.objectContaining({ message: 'n' }),
    ])
    expect((await h.post('/admin/api/banners', [valid])).status).toBe(200)
    expect(await messages()).toEqual(banners.messages.slice(0, 1))
  })

  it.each(OPAQUE)('can be deleted by index %d', async (index) => {
    expect((await h.post('/admin/api/banners/delete', { index })).status).toBe(200)
    expect(await messages()).toEqual(banners.messages.toSpliced(index, 1))
  })

  it('are not deleted when the body contains another message', async () => {
    const response = await h.post('/admin/api/banners/delete', { index: 2, message: 'm' })
    expect(response.status).toBe(409)
    expect(await messages()).toEqual(banners.messages)
  })

  it.each(OPAQUE)('cannot be edited without a message: index %d', async (index) => {
    for (const [verb, more] of [
      ['toggle', { show: true }],
      ['update', { banner: { message: 'm', pages: ['a'] } }],
    ] as const) {
      const { status, body } = await h.post(`/admin/api/banners/${verb}`, { index, ...more })
      expect([status, body.error]).toEqual([409, expect.stringContaining('store -- inspect')])
    }
    expect(await messages()).toEqual(banners.messages)
  })

  it.each([1, 3])('can be edited when they have a message: index %d', async (index) => {
    expect((await h.post('/admin/api/banners/toggle', { index })).status).toBe(200)
    expect((await messages())[index]).toMatchObject({ show: true })
    const banner = { title: 'New', message: 'm', pages: ['a'] }
    expect((await h.post('/admin/api/banners/update', { index, banner })).status).toBe(200)
    const stored = banners.messages[index] as object
    expect((await messages())[index]).toEqual({
      ...stored,
      ...banner,
      description: 'm',
      show: true,
    })
  })
})

describe('values that throw when converted to a string', () => {
  const value = { length: { toString: 1 }, toString: 1 }
  const banner = { title: 'Old', message: 'x', pages: value, type: value }
  const stray = entry('malformed', {
    links: value,
    tags: value,
    timeline: value,
    quadrant: value,
  })
  const stored = { ...radar([stray]), rings: [...radar().rings, value] }

  it.each([
    [
      'banners',
      { messages: [banner] },
      '/admin/api/banners/update',
      { ...banner, index: 0, title: 'New' },
    ],
    [
      'arrayData',
      { a: value, b: [] },
      '/admin/api/array-data/update',
      { allCategories: true, items: { a: value, b: ['Go'] } },
    ],
    ['radar', stored, '/admin/api/tech-radar/update', { entries: [stray, entry('new')] }],
    ['radar', stored, '/admin/api/tech-radar/update', { ...stored, title: 'New' }],
  ] as const)('are kept when stored: %s %j, POST %s %j', async (name, before, path, sent) => {
    await h.seed(name, before)
    expect((await h.post(path, sent)).status).toBe(200)
    expect(await h.stored(name)).not.toEqual(before)
    const count = (document: unknown) =>
      JSON.stringify(document).split(JSON.stringify(value)).length
    expect(count(await h.stored(name))).toBe(count(before))
  })

  it.each([
    ['/admin/api/banners/update', { message: 'x', pages: value }],
    ['/admin/api/banners/delete', { id: value }],
    ['/admin/api/tech-radar/update', { entries: [entry('new', { links: value })] }],
    ['/admin/api/array-data/update', { category: 'languages', items: value }],
    ['/admin/api/normalise/technology', { from: value, to: 'x' }],
  ])('are rejected when new: POST %s', async (path, body) => {
    await h.seed('radar', radar())
    await h.seed('banners', banners)
    await h.seed('arrayData', { languages: ['Go'] })
    expect((await h.post(path, body)).status).toBe(400)
  })
})

describe('malformed stored technology lists', () => {
  const lists = { languages: ['Go'], text: 'Go', mixed: ['Go', 7, null, 'C'], none: null }

  beforeEach(async () => h.seed('arrayData', lists))

  it('are returned unchanged', async () => {
    const { status, body, headers } = await h.get('/admin/api/array-data')
    expect([status, body]).toEqual([200, lists])
    expect(headers['etag']).toBe(entityTag(lists))
  })

  it.each(['languages', 'text', 'mixed', 'none'])(
    'can be replaced one by one: %s',
    async (category) => {
      const path = '/admin/api/array-data/update'
      const headers = { 'if-match': (await h.get('/admin/api/array-data')).headers['etag']! }
      expect((await h.post(path, { category, items: ['Zig'] }, { headers })).status).toBe(200)
      expect(await h.stored('arrayData')).toEqual({ ...lists, [category]: ['Zig'] })
    },
  )

  it('can be replaced in one request', async () => {
    const body = { allCategories: true, items: { a: [] } }
    expect((await h.post('/admin/api/array-data/update', body)).status).toBe(200)
    expect(await h.stored('arrayData')).toEqual({ a: [] })
  })
})

describe('a document of an unexpected shape', () => {
  it.each([
    ['banners', '/admin/api/banners', { messages: {} }],
    ['banners', '/admin/api/banners', []],
    ['arrayData', '/admin/api/array-data', []],
    ['radar', '/admin/api/tech-radar', { ...radar(), entries: {} }],
  ] as const)('returns 500 and no content: %s, GET %s', async (name, path, value) => {
    await h.seed(name, value)
    expect((await h.get(path)).status).toBe(500)
  })
})
