import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { diff } from './diff.ts'
import { changeOf } from './record.ts'
import { replay, rewind } from './replay.ts'
import { revert } from './revert.ts'
import { DOCUMENTS, HOSTILE, times } from '../../test/objects/hostile-documents.ts'

/** Bytes that a change may store besides twice its altered elements. */
const ALLOWANCE = 2 ** 16

const sizeOf = (value: unknown) =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))

/** Bytes of the elements that differ between two versions. */
function alteredSize(before: unknown, after: unknown): number {
  const elementsOf = (document: unknown): Record<string, unknown> => {
    const members = Object.entries(document as object)
    return Object.fromEntries(
      members.flatMap(([name, member]) =>
        Array.isArray(member) && typeof member[0] === 'object'
          ? member.map((element, i): [string, unknown] => [`${name} ${i}`, element])
          : [[name, { [name]: member }]],
      ),
    )
  }
  const [earlier, later] = [elementsOf(before), elementsOf(after)]
  return Object.keys({ ...earlier, ...later })
    .filter((name) => JSON.stringify(earlier[name]) !== JSON.stringify(later[name]))
    .reduce((sum, name) => sum + sizeOf(earlier[name]) + sizeOf(later[name]), 0)
}

function storedSize(before: unknown, after: unknown): number {
  const edit = { actor: null, action: 'edit', requestId: 'request', steps: diff(before, after) }
  return sizeOf(
    changeOf({ ...edit, before, after }, { id: 'x-1-1', at: '2026-01-01T00:00:00.000Z' }),
  )
}

function expectExact(before: unknown, after: unknown): void {
  const steps = JSON.parse(JSON.stringify(diff(before, after))) as ReturnType<typeof diff>
  expect(JSON.stringify(replay(before, steps))).toBe(JSON.stringify(after))
  expect(JSON.stringify(rewind(after, steps))).toBe(JSON.stringify(before))
  const reverted = revert(after, steps)
  expect('value' in reverted && JSON.stringify(reverted.value)).toBe(JSON.stringify(before))
}

describe.each(Object.keys(DOCUMENTS))('a change of %s', (kind) => {
  const documentOf = DOCUMENTS[kind]!

  it.each(Object.keys(HOSTILE))('stores at most twice what it alters: %s', (name) => {
    const hostile = HOSTILE[name]!
    const versionOf = (...values: unknown[]) => documentOf(['unaltered', ...values])
    for (const count of [199, 201, 2_000]) {
      const [before, after] = [versionOf(hostile('a', count)), versionOf(hostile('b', count))]
      for (const [from, to] of [
        [before, after],
        [versionOf(), after],
        [before, versionOf()],
      ]) {
        expect(storedSize(from, to)).toBeLessThanOrEqual(2 * alteredSize(from, to) + ALLOWANCE)
      }
      expectExact(before, after)
    }
  })

  it('stores at most twice what it alters, in many elements of any content', () => {
    const values = fc.array(
      fc.tuple(
        fc.constantFrom(...Object.keys(HOSTILE)),
        fc.constantFrom('a', 'b'),
        fc.integer({ min: 0, max: 300 }),
      ),
      { maxLength: 100, size: 'max' },
    )
    const documents = values.map((all) =>
      documentOf(all.map(([name, seed, count]) => HOSTILE[name]!(seed, count))),
    )
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const bound = 2 * alteredSize(before, after) + ALLOWANCE
        expect(storedSize(before, after)).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 10 },
    )
  })

  it('stores a small edit of each of 1,000 elements within the bound', () => {
    const versions = ['a', 'b'].map((seed) =>
      documentOf(times(1_000, (i) => (kind === 'lists' ? [seed, i] : seed))),
    )
    const [before, after] = versions
    expect(storedSize(before, after)).toBeLessThanOrEqual(
      2 * alteredSize(before, after) + ALLOWANCE,
    )
    expectExact(before, after)
  })
})
