import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { createEmbeddedStore, replace } from '@landscape/store'
import * as fc from 'fast-check'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

type Name = 'radar' | 'banners' | 'arrayData'

let h: Harness
const store = createEmbeddedStore(':memory:')
beforeAll(() => {
  h = harness(store)
})
afterAll(() => store.close())

/** Numbers that only other programs write, and by what they are made here. */
const EXTREME = [
  [0.25, '-0.0'],
  [0.125, '1e400'],
] as const
const numbers = EXTREME.map(([number]) => number)

/** Puts a document as other programs write it. */
const put = (name: Name, value: unknown, indent = 2) => {
  const text = EXTREME.reduce(
    (made, [number, written]) =>
      made.replaceAll(new RegExp(`(?<=[\\s:[])${number}\\b`, 'g'), written),
    JSON.stringify(value, null, indent),
  )
  return replace(store, DOCUMENTS[name].ref, Buffer.from(text))
}
const bytes = async (name: Name) => {
  const got = await store.get(DOCUMENTS[name].ref)
  return got.kind === 'found' ? got.body.toString() : undefined
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', 'x'.repeat(11_000), '\ud83d', 'half \udc00'),
)
const key = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', '\ud83d', 'x'.repeat(300)),
  fc.constantFrom('length', 'toString', 'toJSON'),
  fc.constantFrom('index', 'id', 'banner', 'dryRun', 'dry_run', 'basedOn', 'confirmRemoval'),
)
const deep = JSON.parse(`${'[{"a":'.repeat(50)}1${'}]'.repeat(50)}`) as unknown
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -1.5, 2 ** 53, deep, ...numbers),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
/** What is mostly as it has to be, and else anything. */
const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: json })
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.record(fields, { requiredKeys: [], noNullPrototype: true }),
      fc.dictionary(key, json, { maxKeys: 1, noNullPrototype: true }),
    )
    .map(([known, more]) => ({ ...more, ...known }))
const members = fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true })

const position = record({
  moved: mostly(fc.constantFrom(0, ...numbers)),
  ringId: mostly(fc.constantFrom('adopt', 'hold', 'gone')),
  date: mostly(fc.constant('2024-03')),
  description: mostly(text),
  author: mostly(fc.constantFrom('kim@acme.example', null)),
  directorate: mostly(fc.constantFrom(0, 1, 'Digital')),
})
const anEntry = record({
  id: mostly(fc.constantFrom('a', 'b', 'c', 'd')),
  title: mostly(text),
  quadrant: mostly(fc.constantFrom('1', '2', '9')),
  timeline: mostly(fc.array(mostly(position), { maxLength: 3 })),
  description: mostly(text),
  url: mostly(fc.constantFrom('#', 'x'.repeat(3_000))),
  links: mostly(fc.constant([])),
  tags: mostly(fc.constantFrom(['a'], null)),
  filteredTimeline: fc.constant([]),
})
const part = mostly(record({ id: mostly(fc.constantFrom('1', 'adopt')), name: mostly(text) }))
/** A document with members of its own beside those that it has to have. */
const documentOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(members, fc.record(fields, { noNullPrototype: true }))
    .map(([more, known]) => ({ ...more, ...known }))
const aRadar = documentOf({
  title: text,
  quadrants: fc.array(part, { maxLength: 3 }),
  rings: fc.array(part, { maxLength: 3 }),
  entries: fc.array(mostly(anEntry), { maxLength: 6 }),
})
const aBanner = record({
  id: mostly(fc.constantFrom('x', 'y', '\ud83d')),
  title: mostly(text),
  message: mostly(text),
  description: mostly(text),
  type: mostly(fc.constantFrom('info', 'critical')),
  pages: mostly(fc.array(text, { maxLength: 2 })),
  page: mostly(text),
  show: mostly(fc.boolean()),
  startsAt: mostly(fc.constantFrom('2026-01-01', 'soon', null)),
  endsAt: mostly(fc.constantFrom('2025-01-01', '2099-01-01T00:00:00Z', 7)),
  state: mostly(fc.constantFrom('shown', 'draft')),
})
const banners = documentOf({ messages: fc.array(mostly(aBanner), { maxLength: 5 }) })
const lists = fc.dictionary(key, mostly(fc.array(mostly(text), { maxLength: 3 })), {
  maxKeys: 4,
  noNullPrototype: true,
})

const RUNS = { numRuns: 100 }

/** Stores a document, does something with it, and looks whether it is what it was. */
async function staysAsItIs(
  name: Name,
  value: unknown,
  send: () => Promise<{ status: number; body: unknown }[]>,
) {
  await put(name, value)
  const before = await bytes(name)
  for (const { status, body } of await send())
    expect([status, body]).toEqual([200, expect.anything()])
  expect(await bytes(name)).toBe(before)
}

describe('any document that comes back as it was read', () => {
  it('is accepted and stays byte for byte: all entries of the radar', async () => {
    await fc.assert(
      fc.asyncProperty(aRadar, (stored) =>
        staysAsItIs('radar', stored, async () => {
          const { body } = await h.get('/admin/api/tech-radar')
          const entries = { entries: body.entries }
          return [
            await h.post('/review/api/tech-radar/update', entries, { as: REVIEWER }),
            await h.post('/admin/api/tech-radar/update', entries),
          ]
        }),
      ),
      RUNS,
    )
  }, 60_000)

  it('is accepted and stays byte for byte: the whole radar', async () => {
    await fc.assert(
      fc.asyncProperty(aRadar, (stored) =>
        staysAsItIs('radar', stored, async () => {
          const { body } = await h.get('/admin/api/tech-radar')
          return [
            await h.post('/review/api/tech-radar/update', body, { as: REVIEWER }),
            await h.post('/admin/api/tech-radar/update', body),
          ]
        }),
      ),
      RUNS,
    )
  }, 60_000)

  it('is accepted and stays byte for byte: the list of banners, and each of them', async () => {
    await fc.assert(
      fc.asyncProperty(banners, (stored) =>
        staysAsItIs('banners', stored, async () => {
          const { body } = await h.get('/admin/api/banners')
          const { messages } = body as { messages: unknown[] }
          const answers = [
            await h.post('/admin/api/banners', body),
            await h.post('/admin/api/banners', messages),
          ]
          for (const [index, banner] of messages.entries()) {
            if (typeof banner !== 'object' || banner === null || Array.isArray(banner)) continue
            answers.push(await h.post('/admin/api/banners/update', { index, banner }))
            const { id } = banner as { id?: unknown }
            const flat = typeof id === 'string' ? banner : { ...banner, index }
            answers.push(await h.post('/admin/api/banners/update', flat))
            if (flat === banner)
              answers.push(await h.post('/admin/api/banners/update', { id, banner }))
          }
          return answers
        }),
      ),
      RUNS,
    )
  }, 60_000)

  it('is accepted and stays byte for byte: all technology lists, and each of them', async () => {
    await fc.assert(
      fc.asyncProperty(lists, (stored) =>
        staysAsItIs('arrayData', stored, async () => {
          const { body } = await h.get('/admin/api/array-data')
          const path = '/admin/api/array-data/update'
          const answers = [await h.post(path, { allCategories: true, items: body })]
          for (const [category, items] of Object.entries(body as object)) {
            answers.push(await h.post(path, { category, items }))
          }
          return answers
        }),
      ),
      RUNS,
    )
  }, 60_000)
})

describe('a radar of which much is odd', () => {
  const long = 'x'.repeat(60_000)
  const odd = [
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
  const stored = radar([...odd, entry('zig')])
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
  ])('takes a new position of %s, and keeps the rest', async (id) => {
    await put('radar', stored)
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
  ])('refuses what is new in %s: %s', async (id, pointer, change) => {
    await put('radar', stored)
    const sent = entries()
    sent[of(id)] = { ...sent[of(id)], ...change }
    const { status, body } = await save(sent)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`entry ${id}, `)])
    expect(body.errors).toEqual([{ pointer, detail: expect.any(String) }])
    expect(await h.stored('radar')).toEqual(stored)
  })

  it('tells the place in the answer and in the log', async () => {
    await put('radar', stored)
    h.lines.length = 0
    const sent = entries()
    sent[13] = { ...sent[13], timeline: [item('a', { ringId: 'nope' })] }
    const { body } = await save(sent)
    const places = [
      {
        pointer: '/entries/13/timeline/0/ringId',
        detail: 'is not a ring of this radar; rings are adopt, hold',
      },
    ]
    const error = 'Invalid entry structure: entry zig, timeline/0/ringId'
    expect(body).toMatchObject({ error, errors: places })
    const line = h.lines.map((one) => JSON.parse(one) as object).find((one) => 'errors' in one)
    expect(line).toMatchObject({ msg: 'request', status: 400, error, errors: places })
  })

  it.each([
    ['new', [{ id: '3' }, { id: '4', name: 'More' }], 200],
    ['there already', [{ id: '3' }, { id: '1', name: 'Again' }], 400],
  ])('takes a quadrant beside an odd one when its id is %s', async (_how, more, status) => {
    const quadrants = [...stored.quadrants, more[0]]
    await put('radar', { ...stored, quadrants })
    const sent = { ...stored, quadrants: [...quadrants, more[1]] }
    const answer = await h.post('/admin/api/tech-radar/update', sent)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.errors).toMatchObject([{ pointer: '/quadrants/3/id' }])
  })

  it('may not lose a ring that entries are in', async () => {
    await put('radar', stored)
    const rings = stored.rings.slice(1)
    const { status, body } = await h.post('/admin/api/tech-radar/update', { ...stored, rings })
    expect(status).toBe(400)
    expect(body.errors).toHaveLength(10)
  })
})

describe('what is new beside what comes back', () => {
  const unsound = {
    'Key not allowed': JSON.parse('{"__proto__":1}') as object,
    'Text not Unicode': '\ud83d',
    'nested too deeply': JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown,
  }
  const values = Object.values(unsound)
  const banner = { message: 'x', pages: ['radar'], more: values }

  it.each(Object.entries(unsound))('is refused: %s', async (_what, more) => {
    const stored = radar([entry('zig', { more: values })])
    await put('radar', stored)
    await put('banners', { messages: [banner] })
    await put('arrayData', { languages: ['Go'] })
    const before = await Promise.all((['radar', 'banners', 'arrayData'] as const).map(bytes))
    const answers = [
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
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([400, expect.arrayContaining([expect.anything()])])
    }
    expect(await Promise.all((['radar', 'banners', 'arrayData'] as const).map(bytes))).toEqual(
      before,
    )
  })

  it('is no empty radar, unless there is none but that', async () => {
    const path = '/admin/api/tech-radar/update'
    const { entries: _all, ...structure } = radar()
    for (const body of [{ entries: [] }, { ...structure, entries: [] }]) {
      await put('radar', radar())
      const { status, body: refusal } = await h.post(path, body)
      expect([status, refusal.error]).toEqual([400, 'Invalid or empty entries data'])
      expect(await h.stored('radar')).toEqual(radar())
      await put('radar', { ...structure, entries: [] })
      expect((await h.post(path, body)).status).toBe(200)
    }
  })

  it('is no control word that the document has itself, but each that it has not', async () => {
    const path = '/admin/api/tech-radar/update'
    const own = { ...radar(), basedOn: 'spring', dryRun: 'never', confirmRemoval: true }
    await put('radar', own)
    const ring = { id: 'new', name: 'NEW' }
    const sent = { ...own, rings: [...own.rings, ring] }
    expect((await h.post(path, sent)).status).toBe(200)
    expect(await h.stored('radar')).toEqual(sent)
    for (const word of [{ dryRun: 'always' }, { basedOn: 'autumn' }, { dry_run: true }]) {
      const { status, body } = await h.post(path, { ...sent, ...word, title: 'Other' })
      expect([status, body.error]).toEqual([400, expect.any(String)])
    }
    expect(await h.stored('radar')).toEqual(sent)
  })
})

describe('a banner that has members called like an address or a control word', () => {
  const own = {
    message: 'x',
    pages: ['radar'],
    index: 7,
    dryRun: 'never',
    banner: 'top',
    basedOn: 1,
  }
  const path = '/admin/api/banners/update'
  const after = async () => ((await h.stored('banners')) as { messages: object[] }).messages

  it.each([
    ['on the top level', 'x', (banner: object) => ({ ...banner, title: 'New' })],
    [
      'under banner, by its index',
      'x',
      (banner: object) => ({ index: 1, banner: { ...banner, title: 'New' } }),
    ],
    [
      'under banner, by its id',
      'x',
      (banner: object) => ({ id: 'x', banner: { ...banner, title: 'New' } }),
    ],
    [
      'under banner, with an id that is a number',
      7,
      (banner: object) => ({ index: 1, banner: { ...banner, title: 'New' } }),
    ],
  ])('is changed, and keeps them: %s', async (_how, id, change) => {
    await put('banners', {
      messages: [
        { message: 'other', pages: ['radar'] },
        { ...own, id },
      ],
    })
    const { status, body } = await h.post(path, change({ ...own, id }))
    expect([status, body.error]).toEqual([200, undefined])
    const [, changed] = await after()
    expect(changed).toMatchObject({ ...own, id, title: 'New' })
  })

  it('is shown, hidden and deleted by an id and a text that are no Unicode', async () => {
    const address = { id: '\ud83d', message: 'half \udc00' }
    await put('banners', { messages: [{ ...address, pages: ['radar'], show: true }] })
    const toggled = await h.post('/admin/api/banners/toggle', { ...address, show: false })
    expect(toggled.status).toBe(200)
    expect(await after()).toEqual([{ ...address, pages: ['radar'], show: false }])
    expect((await h.post('/admin/api/banners/delete', address)).status).toBe(200)
    expect(await after()).toEqual([])
  })

  it.each([
    [true, 'changed'],
    [false, 'tried'],
    [undefined, 'tried'],
  ])('with dryRun %j stored is only %s when it comes with dryRun true', async (dryRun, what) => {
    const stored = { message: 'x', pages: ['radar'], id: 'x', title: 'Old', dryRun }
    await put('banners', { messages: [stored] })
    expect((await h.post(path, { ...stored, title: 'New', dryRun: true })).status).toBe(200)
    expect((await after())[0]).toMatchObject({ title: what === 'changed' ? 'New' : 'Old' })
  })

  it.each([
    [{ index: 'first', message: 'x', pages: ['a'] }, 'Invalid banner index'],
    [{ id: 7, message: 'x', pages: ['a'] }, 'Invalid banner id'],
    [{ dryRun: 'no', message: 'x', pages: ['a'] }, 'dryRun is true or false'],
    [{ dryRun: 'no', banner: own }, 'dryRun is true or false'],
    [{ banner: { message: 'x', pages: ['a'], dryRun: true } }, 'Unknown member: dryRun'],
    [{ confirm_removal: true, message: 'x', pages: ['a'] }, 'Unknown member: confirm_removal'],
  ])('may not come anew: %j', async (body, error) => {
    await put('banners', { messages: [{ message: 'other', pages: ['radar'] }] })
    const answer = await h.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await after()).toHaveLength(1)
  })
})
