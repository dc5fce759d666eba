import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bannerOf } from '@landscape/contracts/banners'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import * as fc from 'fast-check'
import { harness, REVIEWER, type Harness } from './harness.ts'

type Name = 'radar' | 'banners' | 'arrayData'

let h: Harness
const store = createEmbeddedStore(':memory:')
beforeAll(() => {
  h = harness(store)
})
afterAll(() => store.close())

/** Numbers that only other programs write, with the placeholder that `put` replaces. */
const EXTREME = [
  [0.25, '-0.0'],
  [0.125, '1e400'],
] as const
const numbers = EXTREME.map(([number]) => number)

/** Stores a document in the format of other programs. */
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
/** Mostly values of an arbitrary, otherwise any JSON. */
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
const entry = record({
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
/** A document with unknown members in addition to the required ones. */
const documentOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(members, fc.record(fields, { noNullPrototype: true }))
    .map(([more, known]) => ({ ...more, ...known }))
const radar = documentOf({
  title: text,
  quadrants: fc.array(part, { maxLength: 3 }),
  rings: fc.array(part, { maxLength: 3 }),
  entries: fc.array(mostly(entry), { maxLength: 6 }),
})
const banner = record({
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
const banners = documentOf({ messages: fc.array(mostly(banner), { maxLength: 5 }) })
const lists = fc.dictionary(key, mostly(fc.array(mostly(text), { maxLength: 3 })), {
  maxKeys: 4,
  noNullPrototype: true,
})

const RUNS = { numRuns: 100 }

/** Stores a document, posts bodies and expects the stored bytes to be unchanged. */
async function expectUnchanged(
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

describe('a document posted back unchanged', () => {
  it('keeps the stored bytes: all entries of the radar', async () => {
    await fc.assert(
      fc.asyncProperty(radar, (stored) =>
        expectUnchanged('radar', stored, async () => {
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
  })

  it('keeps the stored bytes: the complete radar', async () => {
    await fc.assert(
      fc.asyncProperty(radar, (stored) =>
        expectUnchanged('radar', stored, async () => {
          const { body } = await h.get('/admin/api/tech-radar')
          return [
            await h.post('/review/api/tech-radar/update', body, { as: REVIEWER }),
            await h.post('/admin/api/tech-radar/update', body),
          ]
        }),
      ),
      RUNS,
    )
  })

  it('keeps the stored bytes: the list of banners and each banner', async () => {
    await fc.assert(
      fc.asyncProperty(banners, (stored) =>
        expectUnchanged('banners', stored, async () => {
          const { body } = await h.get('/admin/api/banners')
          const { messages } = body as { messages: unknown[] }
          const responses = [
            await h.post('/admin/api/banners', body),
            await h.post('/admin/api/banners', messages),
          ]
          for (const [index, banner] of messages.entries()) {
            if (bannerOf(banner).isOpaque) continue
            responses.push(await h.post('/admin/api/banners/update', { index, banner }))
            const { id } = banner as { id: string }
            responses.push(await h.post('/admin/api/banners/update', banner))
            responses.push(await h.post('/admin/api/banners/update', { id, banner }))
          }
          return responses
        }),
      ),
      RUNS,
    )
  })

  it('keeps the stored bytes: all technology lists and each list', async () => {
    await fc.assert(
      fc.asyncProperty(lists, (stored) =>
        expectUnchanged('arrayData', stored, async () => {
          const { body } = await h.get('/admin/api/array-data')
          const path = '/admin/api/array-data/update'
          const responses = [await h.post(path, { allCategories: true, items: body })]
          for (const [category, items] of Object.entries(body as object)) {
            responses.push(await h.post(path, { category, items }))
          }
          return responses
        }),
      ),
      RUNS,
    )
  })
})
