import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { jsonBytes, releaseBytes } from './json-bytes.ts'

const name = fc.oneof(fc.string(), fc.constantFrom('projects', '1', '__proto__', 'toJSON', 'é"\\'))
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', ']', '\uD800', '😀'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
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
const items = fc.array(item, { maxLength: 8 })
const document = fc.oneof(
  fc.dictionary(name, fc.oneof(items, item), { noNullPrototype: true }),
  item,
)

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

describe('jsonBytes', () => {
  it('equals JSON.stringify for every version, whichever items are shared', () => {
    fc.assert(
      fc.property(
        document,
        items,
        fc.array(fc.tuple(fc.nat(8), item), { maxLength: 4 }),
        (first, list, edits) => {
          let shared: readonly unknown[] = frozen(list)
          for (const [at, next] of [...edits, [0, first] as const]) {
            const versions = [first, shared, { first, shared, left: undefined, more: shared }]
            for (const version of versions) {
              expect(jsonBytes(version).toString()).toBe(
                Buffer.from(JSON.stringify(version)).toString(),
              )
            }
            shared = frozen(shared.toSpliced(at, 1, next))
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('serialises an item again when it is not frozen', () => {
    const value = { items: [{ n: 1 }] }
    jsonBytes(value)
    value.items[0]!.n = 2
    expect(jsonBytes(value).toString()).toBe('{"items":[{"n":2}]}')
  })

  it('keeps the bytes of frozen items when those of a document are released', () => {
    const value = { items: [Object.freeze({ n: 1 }), Object.freeze({ n: 2 })] }
    const bytes = jsonBytes(value)
    releaseBytes(bytes)
    expect(bytes).toHaveLength(0)
    expect(jsonBytes(value).toString()).toBe('{"items":[{"n":1},{"n":2}]}')
  })
})
