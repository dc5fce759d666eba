import { describe, expect, it } from '@jest/globals'
import { compareEntries } from './compare-entries.ts'

const entry = (quadrant: unknown, title: unknown) => ({ id: 'x', quadrant, title })
const sorted = (...entries: ReturnType<typeof entry>[]) => entries.sort(compareEntries)

describe('compareEntries', () => {
  it('puts numeric quadrants first and by value, others after them by name', () => {
    const order = [entry('2', 'b'), entry('10', 'a'), entry('alpha', 'd'), entry('beta', 'c')]
    expect(sorted(...order.toReversed())).toEqual(order)
  })

  it('sorts by title within a quadrant, whatever the case and accents', () => {
    const order = ['a', 'B', 'é', 'f'].map((title) => entry('1', title))
    expect(sorted(...order.toReversed())).toEqual(order)
  })

  it('puts what has no quadrant among the names, and copes with a missing title', () => {
    const order = [entry('1', null), entry('1', 'a'), entry(undefined, 'b'), entry('x', 'a')]
    expect(sorted(...order.toReversed())).toEqual(order)
  })
})
