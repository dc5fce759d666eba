import { beforeEach, describe, expect, it } from '@jest/globals'
import { bannerContentId, withBannerIds } from '@landscape/contracts'
import { entityTag } from '@landscape/store'
import { asStored, harness, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

const valid = { title: 't', message: 'm', description: 'm', type: 'info', pages: ['a'], show: true }
const malformedShow = { ...valid, message: 'malformed', show: 'true' }
const banners: { messages: unknown[] } = {
  messages: [valid, malformedShow, null, { ...valid, show: null }, 'text', 7],
}

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('malformed stored banners', () => {
  const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

  beforeEach(async () => h.seed('banners', banners))

  it('are returned at their index with the ETag of the document', async () => {
    const { status, body, headers } = await h.get('/admin/api/banners')
    expect([status, body.messages.map(asStored)]).toEqual([200, withBannerIds(banners.messages)])
    expect(headers['etag']).toBe(entityTag(banners))
  })

  it('do not prevent a new banner or the replacement of all', async () => {
    const added = await h.post('/admin/api/banners/update', { message: 'n', pages: ['a'] })
    expect(added.status).toBe(200)
    expect(await messages()).toEqual([
      ...banners.messages,
      expect.objectContaining({ message: 'n' }),
    ])
    expect((await h.post('/admin/api/banners', [valid])).status).toBe(200)
    expect(await messages()).toEqual([valid])
  })

  it.each([2, 4, 5])('can be deleted by index %d', async (index) => {
    expect((await h.post('/admin/api/banners/delete', { index })).status).toBe(200)
    expect(await messages()).toEqual(banners.messages.toSpliced(index, 1))
  })

  it('are not deleted when the body contains another message', async () => {
    const response = await h.post('/admin/api/banners/delete', { index: 2, message: 'm' })
    expect(response.status).toBe(409)
    expect(await messages()).toEqual(banners.messages)
  })

  it.each([2, 4])('cannot be toggled when they are not objects: index %d', async (index) => {
    const { status, body } = await h.post('/admin/api/banners/toggle', { index, show: true })
    expect([status, body.error]).toEqual([400, 'Banner is not an object'])
    expect(await messages()).toEqual(banners.messages)
  })

  it.each([1, 3])('are repaired by a toggle: index %d', async (index) => {
    expect((await h.post('/admin/api/banners/toggle', { index })).status).toBe(200)
    expect((await messages())[index]).toMatchObject({ show: true })
  })

  it.each([1, 2, 3, 4])('are repaired by an update: index %d', async (index) => {
    const banner = { title: 't', type: 'info', message: 'm', pages: ['a'] }
    const seen = (await h.get('/admin/api/banners')).body.messages[index]
    expect((await h.post('/admin/api/banners/update', { index, banner })).status).toBe(200)
    const id = (await h.get('/admin/api/banners')).body.messages[index].id
    expect(id).toBe(seen?.id ?? `${bannerContentId(valid)}-3`)
    expect(await messages()).toEqual(banners.messages.with(index, { ...valid, id }))
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

describe('a stored radar with malformed elements', () => {
  const malformed = [
    null,
    'text',
    { title: 'no id' },
    { id: 7 },
    { id: 'b' },
    { id: 'c', timeline: 'x' },
  ]
  const stored = {
    ...radar([...malformed, entry('zig')]),
    quadrants: [{ id: '1' }, null, { name: 'no id' }],
    rings: [{ id: 'adopt' }, 'text'],
  }

  beforeEach(async () => h.seed('radar', stored))

  it('is returned unchanged', async () => {
    const { status, body } = await h.get('/admin/api/tech-radar')
    expect([status, body]).toEqual([200, stored])
  })

  it('accepts entries and keeps malformed ones', async () => {
    const entries = [entry('b'), entry('c'), entry('new')]
    expect((await h.post('/review/api/tech-radar/update', { entries })).status).toBe(200)
    const after = (await h.stored('radar')) as { entries: unknown[] }
    expect(after.entries).toHaveLength(malformed.length + 2)
    expect(after.entries).toEqual(expect.arrayContaining(malformed.slice(0, 4)))
    expect(after.entries.filter((one) => malformed.slice(4).includes(one as never))).toEqual([])
  })

  it('rejects an entry in a quadrant without an id', async () => {
    const entries = [entry('new', { quadrant: 'undefined' })]
    expect((await h.post('/review/api/tech-radar/update', { entries })).status).toBe(400)
  })

  it.each(['/review/api/tech-radar/update', '/admin/api/tech-radar/update'])(
    'keeps elements that public reads omit: POST %s',
    async (path) => {
      const isObject = (part: unknown) => typeof part === 'object' && part !== null
      const shown = {
        ...stored,
        quadrants: stored.quadrants.filter(isObject),
        rings: stored.rings.filter(isObject),
        entries: stored.entries.filter(isObject),
      }
      expect((await h.post(path, shown)).status).toBe(200)
      expect(JSON.stringify(await h.stored('radar'))).toBe(JSON.stringify(stored))
      expect((await h.post(path, { ...shown, title: 'New' })).status).toBe(200)
      expect(await h.stored('radar')).toEqual({ ...stored, title: 'New' })
    },
  )

  it.each([
    { quadrants: [null] },
    { rings: ['text', []] },
    { entries: [null, 7] },
    { quadrants: [1], rings: [null], entries: ['text'] },
  ])('keeps an array of which public reads omit all elements: %j', async (parts) => {
    const sent = { ...radar(), entries: [entry('zig')], ...parts }
    await h.seed('radar', sent)
    const shown = { ...sent, ...Object.fromEntries(Object.keys(parts).map((part) => [part, []])) }
    for (const path of ['/review/api/tech-radar/update', '/admin/api/tech-radar/update']) {
      for (const body of [shown, { entries: shown.entries }]) {
        const { status, body: response } = await h.post(path, body)
        expect([status, response.error]).toEqual([200, undefined])
      }
    }
    expect(await h.stored('radar')).toEqual(sent)
  })

  describe.each([
    ['missing', {}],
    ['empty', { id: '' }],
    ['a number', { id: 7 }],
  ])('with an entry whose id is %s', (_name, id) => {
    const { id: _id, ...rest } = entry('nameless')
    const nameless = { ...rest, ...id }
    const before = radar([entry('zig'), nameless])
    const path = '/review/api/tech-radar/update'
    const moved = { ...nameless, timeline: [...nameless.timeline, item('moved')] }
    beforeEach(async () => h.seed('radar', before))

    it.each([
      ['all entries', [entry('zig'), moved]],
      ['no other entry', [moved]],
    ])('changes that entry by its title, sent with %s', async (_among, entries) => {
      const { status, body } = await h.post(path, { entries })
      expect([status, body.error]).toEqual([200, undefined])
      const { entries: after } = (await h.stored('radar')) as { entries: (typeof nameless)[] }
      expect(after).toHaveLength(2)
      const changed = after.find(({ title }) => title === nameless.title)!
      expect(changed).toMatchObject({ ...id, timeline: [{}, { description: 'moved' }] })
      expect(Object.keys(changed)).toEqual(Object.keys(nameless))
    })

    it('rejects an entry of another title and reports the missing id', async () => {
      const { status, body } = await h.post(path, { entries: [{ ...moved, title: 'Other' }] })
      expect([status, body.error]).toEqual([400, 'Invalid entry structure: entry number 1, id'])
      const detail = expect.stringMatching(
        /^[^;]+; add one; a stored entry without an id is identified only by its title$/,
      )
      expect(body.errors).toEqual([{ pointer: '/entries/0/id', detail }])
      expect(await h.stored('radar')).toEqual(before)
    })
  })

  it('accepts stored entries with ids that are objects', async () => {
    const ids: unknown[] = [{ toString: null }, [{ toString: 7 }], { id: { toString: 'x' } }]
    const entries = ids.map((id) => entry('zig', { id }))
    await h.seed('radar', radar([...entries, entry('go')]))
    const sent = { entries: [...entries, entry('go'), entry('new')] }
    expect((await h.post('/review/api/tech-radar/update', sent)).status).toBe(200)
    const { entries: after } = (await h.stored('radar')) as { entries: unknown[] }
    expect(after).toEqual(expect.arrayContaining(entries))
    expect(after).toHaveLength(5)
  })

  it('is repaired by a complete radar with confirmRemoval', async () => {
    const repaired = radar([entry('zig')])
    const path = '/admin/api/tech-radar/update'
    expect((await h.post(path, { ...repaired, confirmRemoval: true })).status).toBe(200)
    expect(await h.stored('radar')).toEqual(repaired)
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
