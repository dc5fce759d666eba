import { describe, expect, it } from '@jest/globals'
import { parseJson } from '@landscape/object-store'
import * as fc from 'fast-check'
import { freezeJson } from './freeze-json.ts'
import { writeItems, type ItemText } from './item-text.ts'
import { readItems } from './read-items.ts'

const name = fc.oneof(
  fc.string(),
  fc.constantFrom('projects', 'a', '1', '__proto__', 'toJSON', 'é"\\'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', ']', ',', '\uD800', '😀'),
)
const leaf = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { item } = fc.letrec<{ item: unknown }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('item'), { maxLength: 3 }),
    fc.dictionary(name, tie('item'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const list = fc.array(item, { maxLength: 12 })
/** Lists, objects with lists, and anything else. */
const document = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.dictionary(name, fc.oneof(list, item), { maxKeys: 4, noNullPrototype: true }),
  },
  { weight: 2, arbitrary: list },
  item,
)

interface Alteration {
  kind: 'replace' | 'insert' | 'remove' | 'move'
  at: number
  to: number
  item: unknown
}
const alterations = fc.array(
  fc.record<Alteration>({
    kind: fc.constantFrom('replace', 'insert', 'remove', 'move'),
    at: fc.nat(20),
    to: fc.nat(20),
    item,
  }),
  { maxLength: 4 },
)

function alter(items: readonly unknown[], made: readonly Alteration[]): unknown[] {
  const next = [...items]
  for (const { kind, at, to, item } of made) {
    const [place, target] = [at % (next.length + 1), to % (next.length + 1)]
    if (kind === 'insert') next.splice(place, 0, structuredClone(item))
    else if (place === next.length) continue
    else if (kind === 'replace') next[place] = structuredClone(item)
    else {
      const taken = next.splice(place, 1)
      if (kind === 'move') next.splice(target, 0, ...taken)
    }
  }
  return next
}

/** Another version that shares most of its items with this one. */
function nextVersion(value: unknown, made: readonly Alteration[], member: unknown): unknown {
  if (Array.isArray(value)) return alter(value, made)
  if (typeof value !== 'object' || value === null) return member
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [
    key,
    Array.isArray(part) ? alter(part, made) : part,
  ])
  return Object.fromEntries([...entries, ['added', member]])
}

describe('the text of a document, by item', () => {
  it('is what JSON.stringify makes of the whole, version after version', () => {
    fc.assert(
      fc.property(
        document,
        fc.array(fc.tuple(alterations, item), { maxLength: 4 }),
        (first, later) => {
          let value = freezeJson(first)
          const written = [writeItems(value)]
          for (const [made, member] of [...later, [[], null] as const]) {
            expect(written.at(-1)?.bytes.toString()).toBe(JSON.stringify(value))
            value = freezeJson(nextVersion(value, made, member), value)
            written.push(writeItems(value, written.at(-1), written.at(-2)))
          }
          expect(written.at(-1)?.bytes.toString()).toBe(JSON.stringify(value))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is read as the whole is parsed, version after version, and written again to the letter', async () => {
    const indent = fc.constantFrom('', '  ', '\t')
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.array(fc.tuple(alterations, item, indent), { maxLength: 4 }),
        fc.boolean(),
        async (first, later, isWritten) => {
          // As JSON has it: -0 is written as 0 and kept as -0, which no text that is made of it shows.
          let value = parseJson(Buffer.from(JSON.stringify(first)))
          let before: ItemText | undefined = isWritten ? writeItems(freezeJson(value)) : undefined
          for (const [made, member, indent] of [[[], null, ''] as const, ...later]) {
            value = nextVersion(value, made, member)
            const bytes = Buffer.from(JSON.stringify(value, null, indent))
            const read = await readItems(bytes, before)
            expect(read.value).toStrictEqual(parseJson(bytes))
            const written = writeItems(read.value, read.text)
            expect(written.bytes.toString()).toBe(JSON.stringify(parseJson(bytes)))
            if (read.text.isExact) expect(read.text.bytes).toEqual(written.bytes)
            before = read.text
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is read, or refused, as the whole would be, whatever is stored', async () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '\n',
      '1',
      '-0',
      '1e999',
      '"a"',
      '"b":',
      'null',
      '"__proto__":',
      '[1,2]',
      '{"a":[{}]}',
      '\uFEFF',
      'é',
      '"\\u0061":[1]',
      '"a":[1,2 ]',
    )
    const stored = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    const wrapped = fc.oneof(
      stored,
      stored.map((text) => `[${text}]`),
      stored.map((text) => `{"a":[${text}]}`),
    )
    await fc.assert(
      fc.asyncProperty(wrapped, list, async (stored, other) => {
        const bytes = Buffer.from(stored)
        const before = writeItems(freezeJson({ a: other }))
        const whole = (() => {
          try {
            return { value: parseJson(bytes) }
          } catch (error) {
            return { error }
          }
        })()
        if ('error' in whole) return expect(readItems(bytes, before)).rejects.toThrow(SyntaxError)
        const { value, text } = await readItems(bytes, before)
        expect(value).toStrictEqual(whole.value)
        expect(writeItems(value, text).bytes.toString()).toBe(JSON.stringify(whole.value))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not copied from bytes that are no UTF-8', async () => {
    const before = writeItems(freezeJson({ items: ['a', 'b'] }))
    // Cut in the middle of one character: it is read as U+FFFD, which has as many bytes.
    const stored = Buffer.from('{"items":["a","\xf0\x9f\x98"]}', 'latin1')
    const { value, text } = await readItems(stored, before)
    expect(value).toEqual({ items: ['a', '\uFFFD'] })
    expect(writeItems(value, text).bytes.toString('latin1')).toBe(
      Buffer.from(JSON.stringify(value)).toString('latin1'),
    )
    expect(text.isExact).toBe(false)
  })

  it('takes nothing from a text whose memory was used for another', async () => {
    const versions = [0, 1, 2].map((n) => freezeJson({ items: [{ n }, { n }], n }))
    const first = writeItems(versions[0])
    const second = writeItems(versions[1], first)
    expect(writeItems(versions[2], second, first).bytes.buffer).toBe(first.bytes.buffer)
    const again = Buffer.from(JSON.stringify(versions[0]))
    expect((await readItems(again, first)).value).toEqual(versions[0])
    expect(writeItems(versions[0], first).bytes).toEqual(again)
  })
})
