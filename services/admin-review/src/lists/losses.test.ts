import { describe, expect, it } from '@jest/globals'
import { isLarge } from '../history/removals.ts'
import { lossesOfLists } from './losses.ts'

const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('lossesOfLists', () => {
  const largeOf = (before: Record<string, unknown>, after: Record<string, unknown>) => {
    const loss = lossesOfLists(before, after).find(isLarge)
    return loss && `${loss.removes.length} of ${loss.total} ${loss.of}`
  }

  it('reports many removed items of one list', () => {
    const before = { languages: names(40), cicd: names(400, 'c') }
    expect(largeOf(before, { ...before, languages: names(30) })).toBe('10 of 40 items of languages')
    expect(largeOf(before, { ...before, languages: names(31) })).toBeUndefined()
    expect(largeOf(before, { ...before, languages: names(40, 'other') })).toBe(
      '40 of 40 items of languages',
    )
  })

  it('reports an emptied list of several items, but not of one item', () => {
    const before = { languages: ['Go', 'Zig'], cicd: ['Make'] }
    expect(largeOf(before, { ...before, languages: [] })).toBe('2 of 2 items of languages')
    expect(largeOf(before, { ...before, cicd: [] })).toBeUndefined()
  })

  it('adds up the removed items of several lists', () => {
    const before = { a: names(20), b: ['x', 'y'], c: names(4) }
    expect(largeOf(before, { ...before, a: names(2), b: [] })).toBe('20 of 22 items of 2 lists')
    expect(largeOf({ a: names(5), b: names(5, 'b'), c: ['c'] }, { c: ['c'] })).toBe(
      '10 of 11 items',
    )
    expect(largeOf({ a: ['x'], b: ['y'] }, { a: [], b: [] })).toBe('2 of 2 items')
  })

  it('accepts an omitted list, but reports many', () => {
    const lists = Object.fromEntries(names(20).map((name) => [name, ['x']]))
    const { n0: _first, ...others } = lists
    expect(largeOf({ a: names(9), b: ['x'] }, { b: ['x'] })).toBeUndefined()
    expect(largeOf(lists, others)).toBeUndefined()
    expect(largeOf(lists, { n0: ['x'], more: names(40) })).toBe('19 of 20 lists')
  })

  it('ignores changed case, removed duplicates and malformed lists', () => {
    const before = { a: [...names(20), ...names(20), null], b: 'text' }
    expect(
      largeOf(before, { a: names(20).map((n) => ` ${n.toUpperCase()}`), b: [] }),
    ).toBeUndefined()
  })
})
