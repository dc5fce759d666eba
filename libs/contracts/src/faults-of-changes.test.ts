import { describe, expect, it } from '@jest/globals'
import { faultsOfChanges } from './faults-of-changes.ts'

/** The places that are judged, of those that are found fault with. */
const judged = (places: (string | number)[][], sent: unknown, stored: unknown) =>
  faultsOfChanges(
    places.map((path) => ({ path })),
    sent,
    stored,
  ).map(({ path }) => path.join('/'))

describe('faultsOfChanges', () => {
  it('judges what differs from what is stored at its place', () => {
    const stored = { a: { odd: [7], worse: 1 }, b: 'x' }
    const sent = { a: { odd: [7], worse: 2 }, b: 'x', c: null }
    const places = [['a', 'odd', 0], ['a', 'odd'], ['a', 'worse'], ['b'], ['c'], []]
    expect(judged(places, sent, stored)).toEqual(['a/worse', 'c', ''])
  })

  it('judges everything when nothing is stored', () => {
    expect(judged([['a'], []], { a: 1 }, undefined)).toEqual(['a', ''])
    expect(judged([[]], undefined, undefined)).toEqual([''])
    expect(judged([['a', 'b']], { a: {} }, {})).toEqual(['a/b'])
  })

  it('finds nothing new in what is absent on both sides', () => {
    expect(judged([['a', 'gone'], ['gone']], { a: { n: 1 }, m: 1 }, { a: { n: 2 } })).toEqual([])
  })

  it('knows elements again where they have moved to, each once', () => {
    const stored = [7, { id: 'a', odd: 1, n: 1 }, null]
    const sent = [null, { id: 'b', odd: 1 }, { id: 'a', odd: 1, n: 2 }, null, 7, 7]
    const places = [[0], [1, 'odd'], [2, 'odd'], [2, 'n'], [3], [4], [5]]
    expect(judged(places, sent, stored)).toEqual(['1/odd', '2/n', '3', '5'])
  })

  it('tells names of built-ins from members', () => {
    expect(judged([['toString'], ['__proto__']], { toString: 1 }, {})).toEqual(['toString'])
  })

  it('lets a list and an object pass a bound of their count that have no more than what is stored', () => {
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
