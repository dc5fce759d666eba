import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

let h: Harness
beforeEach(() => {
  h = harness()
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
