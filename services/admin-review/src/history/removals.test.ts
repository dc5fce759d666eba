import { describe, expect, it } from '@jest/globals'
import { isLarge, withRemovals, type Loss } from './removals.ts'

const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('isLarge', () => {
  const loss = (removed: number, total: number, empties = removed === total): Loss => ({
    of: 'entries',
    removes: names(removed),
    total,
    empties,
  })

  it.each([
    [9, 10],
    [10, 50],
    [20, 100],
    [1, 1],
    [0, 0],
  ])('accepts the removal of %i of %i elements', (removed, total) => {
    expect(isLarge(loss(removed, total))).toBe(false)
  })

  it.each([
    [10, 49],
    [10, 10],
    [21, 100],
    [158, 161],
    [2, 2],
  ])('reports the removal of %i of %i elements', (removed, total) => {
    expect(isLarge(loss(removed, total))).toBe(true)
  })

  it('reports an emptied list, but not one with other elements', () => {
    expect(isLarge(loss(3, 3, true))).toBe(true)
    expect(isLarge(loss(3, 3, false))).toBe(false)
  })
})

describe('withRemovals', () => {
  const before = { items: names(161) }
  const remove = (removes: string[]) =>
    withRemovals(
      (current = before) => ({ next: current, result: { message: 'Saved' } }),
      () => [{ of: 'entries', removes, total: 161, empties: false }],
    )

  it('marks a large removal and names its first 100 elements', () => {
    expect(remove(names(158))(before)).toEqual({
      next: before,
      removal: { of: 'entries', count: 158, total: 161 },
      result: {
        message: 'Saved',
        removedItems: names(100),
        removed: names(100),
        removedCount: 158,
      },
    })
  })

  it('shortens names to 200 characters', () => {
    const { result } = remove(names(40).map(() => 'x'.repeat(300)))(before)
    expect(result.removed).toEqual(names(40).map(() => `${'x'.repeat(200)}…`))
  })

  it('names the elements of a small removal without a mark', () => {
    expect(remove(names(9))(before)).toEqual({
      next: before,
      result: { message: 'Saved', removedItems: names(9) },
    })
  })

  it('names each element of several kinds once', () => {
    const loss = { total: 9, empties: false }
    const change = withRemovals(
      (current = before) => ({ next: current, result: {} }),
      () => [
        { of: 'lists', removes: ['cicd'], ...loss },
        { of: 'items', removes: ['Make', 'cicd'], ...loss },
      ],
    )
    expect(change(before).result).toEqual({ removedItems: ['cicd', 'Make'] })
  })

  it('counts the elements of all kinds, of which one removal is large', () => {
    const change = withRemovals(
      (current = before) => ({ next: current, result: {} }),
      () => [
        { of: 'lists', removes: names(12), total: 20, empties: false },
        { of: 'items', removes: names(13, 'item'), total: 800, empties: false },
      ],
    )
    expect(change(before)).toMatchObject({
      removal: { of: 'lists', count: 12, total: 20 },
      result: { removed: names(12), removedCount: 25 },
    })
  })

  it('adds nothing when no element is removed or the document is new', () => {
    const unmarked = { next: before, result: { message: 'Saved' } }
    expect(remove([])(before)).toEqual(unmarked)
    expect(remove(names(158))(undefined)).toEqual(unmarked)
  })
})
