import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('a stored radar with invalid values', () => {
  const long = 'x'.repeat(60_000)
  const invalid = [
    entry('tags', { tags: null }),
    entry('url', { url: long }),
    entry('title', { title: long }),
    entry('author', { timeline: [item('a', { author: { email: 'kim' } })] }),
    entry('signed', { timeline: [item('a', { author: long })] }),
    entry('directorate', { timeline: [item('a', { directorate: { id: 1 } })] }),
    entry('empty', { timeline: [] }),
    entry('long', { timeline: [item(long)] }),
    entry('twice', { n: 1 }),
    entry('twice', { n: 2 }),
    entry('stray', { quadrant: '9', timeline: [item('a', { ringId: 'gone' })] }),
    null,
    { title: 'without an id' },
  ]
  const stored = radar([...invalid, entry('zig')])
  const entries = () => structuredClone(stored.entries) as Record<string, unknown>[]
  const of = (id: string) => stored.entries.findIndex((one) => (one as { id?: string })?.id === id)
  const save = (sent: unknown) =>
    h.post('/review/api/tech-radar/update', { entries: sent }, { as: REVIEWER })

  it.each([
    'zig',
    'tags',
    'url',
    'title',
    'author',
    'signed',
    'directorate',
    'empty',
    'long',
    'stray',
  ])('accepts a new position of %s and keeps the rest', async (id) => {
    await h.seed('radar', stored)
    const sent = entries()
    const moved = item('moved', { author: null })
    const at = of(id)
    sent[at] = { ...sent[at], timeline: [...(sent[at]!['timeline'] as unknown[]), moved] }
    const { status, body } = await save(sent)
    expect([status, body.error]).toEqual([200, undefined])
    const after = (await h.stored('radar')) as { entries: { id?: string; timeline: unknown[] }[] }
    const changed = after.entries.find((one) => one?.id === id)
    expect(changed?.timeline.at(-1)).toMatchObject({
      description: 'moved',
      author: REVIEWER.email,
    })
    const others = stored.entries.filter((one) => (one as { id?: string })?.id !== id)
    expect(after.entries.filter((one) => one?.id !== id)).toEqual(expect.arrayContaining(others))
  })

  it.each([
    ['tags', '/entries/0/tags', { tags: 'x' }],
    ['url', '/entries/1/url', { url: `${long}y` }],
    [
      'author',
      '/entries/3/timeline/0/author',
      { timeline: [item('a', { author: { email: 'lee' } })] },
    ],
    ['zig', '/entries/13/timeline', { timeline: [] }],
    ['zig', '/entries/13/timeline/0/ringId', { timeline: [item('a', { ringId: 'nope' })] }],
  ])('rejects a new invalid value in %s: %s', async (id, pointer, change) => {
    await h.seed('radar', stored)
    const sent = entries()
    sent[of(id)] = { ...sent[of(id)], ...change }
    const { status, body } = await save(sent)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`entry ${id}, `)])
    expect(body.errors).toEqual([{ pointer, detail: expect.any(String) }])
    expect(await h.stored('radar')).toEqual(stored)
  })

  it('reports the path of a fault in the response and the log', async () => {
    await h.seed('radar', stored)
    h.lines.length = 0
    const sent = entries()
    sent[13] = { ...sent[13], timeline: [item('a', { ringId: 'nope' })] }
    const { body } = await save(sent)
    const errors = [
      {
        pointer: '/entries/13/timeline/0/ringId',
        detail: 'is not a ring of this radar; rings are adopt, hold',
      },
    ]
    const error = 'Invalid entry structure: entry zig, timeline/0/ringId'
    expect(body).toMatchObject({ error, errors })
    const line = h.lines.map((one) => JSON.parse(one) as object).find((one) => 'errors' in one)
    expect(line).toMatchObject({ msg: 'request', status: 400, error, errors })
  })

  it.each([
    ['new', [{ id: '3' }, { id: '4', name: 'More' }], 200],
    ['a duplicate', [{ id: '3' }, { id: '1', name: 'Again' }], 400],
  ])('validates the id of a quadrant next to a malformed one: %s', async (_name, more, status) => {
    const quadrants = [...stored.quadrants, more[0]]
    await h.seed('radar', { ...stored, quadrants })
    const sent = { ...stored, quadrants: [...quadrants, more[1]] }
    const response = await h.post('/admin/api/tech-radar/update', sent)
    expect(response.status).toBe(status)
    if (status === 400) expect(response.body.errors).toMatchObject([{ pointer: '/quadrants/3/id' }])
  })

  it('rejects the removal of a ring that entries use', async () => {
    await h.seed('radar', stored)
    const rings = stored.rings.slice(1)
    const { status, body } = await h.post('/admin/api/tech-radar/update', { ...stored, rings })
    expect(status).toBe(400)
    expect(body.errors).toHaveLength(10)
  })

  it('rejects empty entries unless the stored radar has none', async () => {
    const path = '/admin/api/tech-radar/update'
    const { entries: _all, ...structure } = radar()
    for (const body of [{ entries: [] }, { ...structure, entries: [] }]) {
      await h.seed('radar', radar())
      const { status, body: rejected } = await h.post(path, body)
      expect([status, rejected.error]).toEqual([400, 'Invalid or empty entries data'])
      expect(await h.stored('radar')).toEqual(radar())
      await h.seed('radar', { ...structure, entries: [] })
      expect((await h.post(path, body)).status).toBe(200)
    }
  })
})

describe('new values next to equal stored ones', () => {
  const forbidden = {
    'a forbidden key': JSON.parse('{"__proto__":1}') as object,
    'a lone surrogate': '\ud83d',
    'too deep nesting': JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown,
  }
  const values = Object.values(forbidden)
  const everything = async () =>
    JSON.stringify([
      await h.stored('radar'),
      await h.stored('banners'),
      await h.stored('arrayData'),
    ])
  const banner = { message: 'x', pages: ['radar'], more: values }

  it.each(Object.entries(forbidden))('are rejected: %s', async (_name, more) => {
    const stored = radar([entry('zig', { more: values })])
    await h.seed('radar', stored)
    await h.seed('banners', { messages: [banner] })
    await h.seed('arrayData', { languages: ['Go'] })
    const before = await everything()
    const responses = [
      await h.post('/admin/api/tech-radar/update', { entries: [entry('new', { more })] }),
      await h.post('/admin/api/tech-radar/update', {
        ...stored,
        rings: [...stored.rings, { id: 'r', name: 'R', more }],
      }),
      await h.post('/admin/api/banners', [banner, { ...banner, more }]),
      await h.post('/admin/api/banners/update', { index: 0, banner: { ...banner, more } }),
      await h.post('/admin/api/banners/update', { ...banner, index: 0, more: [...values, more] }),
      await h.post('/admin/api/array-data/update', { category: 'languages', items: ['Go', more] }),
    ]
    for (const { status, body } of responses) {
      expect([status, body.errors]).toEqual([400, expect.arrayContaining([expect.anything()])])
    }
    expect(await everything()).toBe(before)
  })
})
