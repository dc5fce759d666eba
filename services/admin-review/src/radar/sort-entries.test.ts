import { describe, expect, it } from '@jest/globals'
import { sortEntries } from './update-radar.ts'

const entry = (quadrant: unknown, title: unknown) => ({ id: 'x', quadrant, title })
const sorted = (...entries: ReturnType<typeof entry>[]) => sortEntries(entries)

describe('sortEntries', () => {
  it('sorts numeric quadrants first by value, others after them by name', () => {
    const order = [entry('2', 'b'), entry('10', 'a'), entry('alpha', 'd'), entry('beta', 'c')]
    expect(sorted(...order.toReversed())).toEqual(order)
  })

  it('sorts by title within a quadrant, ignoring case and accents', () => {
    const order = ['a', 'B', 'é', 'f'].map((title) => entry('1', title))
    expect(sorted(...order.toReversed())).toEqual(order)
  })

  it('sorts a missing quadrant with the names and a missing title first', () => {
    const order = [entry('1', null), entry('1', 'a'), entry(undefined, 'b'), entry('x', 'a')]
    expect(sorted(...order.toReversed())).toEqual(order)
  })
})
