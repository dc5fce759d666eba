import { describe, expect, it } from '@jest/globals'
import { faultsOfChanges, pairUp } from './unchanged.ts'

/** The paths of the faults that remain. */
const remaining = (paths: (string | number)[][], sent: unknown, stored: unknown) =>
  faultsOfChanges(
    paths.map((path) => ({ path })),
    sent,
    stored,
  ).map(({ path }) => path.join('/'))

describe('faultsOfChanges', () => {
  it('keeps faults of values that differ from the stored ones', () => {
    const stored = { a: { invalid: [7], worse: 1 }, b: 'x' }
    const sent = { a: { invalid: [7], worse: 2 }, b: 'x', c: null }
    const paths = [['a', 'invalid', 0], ['a', 'invalid'], ['a', 'worse'], ['b'], ['c'], []]
    expect(remaining(paths, sent, stored)).toEqual(['a/worse', 'c', ''])
  })

  it('keeps all faults when nothing is stored', () => {
    expect(remaining([['a'], []], { a: 1 }, undefined)).toEqual(['a', ''])
    expect(remaining([[]], undefined, undefined)).toEqual([''])
    expect(remaining([['a', 'b']], { a: {} }, {})).toEqual(['a/b'])
  })

  it('ignores faults of members that are absent on both sides', () => {
    expect(remaining([['a', 'gone'], ['gone']], { a: { n: 1 }, m: 1 }, { a: { n: 2 } })).toEqual([])
  })

  it('matches each moved element with one stored element', () => {
    const stored = [7, { id: 'a', invalid: 1, n: 1 }, null]
    const sent = [null, { id: 'b', invalid: 1 }, { id: 'a', invalid: 1, n: 2 }, null, 7, 7]
    const paths = [[0], [1, 'invalid'], [2, 'invalid'], [2, 'n'], [3], [4], [5]]
    expect(remaining(paths, sent, stored)).toEqual(['1/invalid', '2/n', '3', '5'])
  })

  it('distinguishes members from inherited properties', () => {
    expect(remaining([['toString'], ['__proto__']], { toString: 1 }, {})).toEqual(['toString'])
  })

  it('accepts an oversized array or object that has not grown', () => {
    const count = (path: string[], sent: unknown, stored: unknown) =>
      faultsOfChanges([{ path, isCount: true }], sent, stored).length
    const list = { id: 'a', tags: [1, 2, 3] }
    expect(count(['tags'], { tags: [1, 4, 3] }, list)).toBe(0)
    expect(count(['tags'], { tags: [4] }, list)).toBe(0)
    expect(count(['tags'], { tags: [1, 2, 3, 4] }, list)).toBe(1)
    expect(count([], { a: 1, b: 2 }, { a: 2, c: 3 })).toBe(0)
    expect(count([], { a: 1, b: 2 }, { a: 1 })).toBe(1)
    for (const stored of [{}, { tags: null }, { tags: 'long' }, { tags: { a: 1, b: 2 } }])
      expect(count(['tags'], { tags: [4] }, stored)).toBe(1)
  })
})

describe('pairUp', () => {
  it.each<[string, unknown[], unknown[], number[]]>([
    ['equal elements at any index', ['b', 'a'], ['a', 'b'], [1, 0]],
    ['each equal element once', ['a', 'a', 'a'], ['a', 'a'], [0, 1, -1]],
    [
      'elements with the same id',
      [{ id: 'a', n: 2 }, { id: 'c' }],
      [{ id: 'b' }, { id: 'a' }],
      [1, -1],
    ],
    [
      'the equal element first among those with the same id',
      [{ id: 'a', n: 3 }, { id: 'a' }],
      [{ id: 'a' }, { id: 'a', n: 2 }],
      [1, 0],
    ],
    [
      'elements without an id at the same index',
      [{ n: 2 }, 'a', 7, { n: 3 }],
      ['b', 'a', { id: 'x' }, { id: 7 }],
      [0, 1, -1, 3],
    ],
    [
      'elements without an id by their name before the index',
      [{ name: 'b', n: 2 }, { name: 'c' }, { name: 'd' }],
      [{ name: 'a' }, { name: 'b' }, { name: 'e' }],
      [1, -1, 2],
    ],
  ])('finds %s', (_case, sent, stored, pairs) => {
    expect(pairUp(sent, stored)).toEqual(pairs)
  })
})
