import { describe, expect, it } from '@jest/globals'
import { createMemoryBudget } from './memory-budget.ts'

describe('createMemoryBudget', () => {
  it('lets so many bytes be taken together', () => {
    const { take } = createMemoryBudget(100)
    const release = take(60)
    expect(take(41)).toBeUndefined()
    expect(take(40)).toBeDefined()
    release?.()
    expect(take(60)).toBeDefined()
  })

  it('counts a body once for all who read it, until the last has done', () => {
    const { lend, take } = createMemoryBudget(100)
    const body = Buffer.alloc(80)
    const readers = [lend(body), lend(body)]
    expect(lend(Buffer.alloc(21))).toBeUndefined()
    readers[0]?.()
    expect(take(21)).toBeUndefined()
    readers[1]?.()
    expect(take(100)).toBeDefined()
    expect(lend(body)).toBeUndefined()
  })

  it('lets one body have an eighth', () => {
    const { fits } = createMemoryBudget(80)
    expect([fits(10), fits(11)]).toEqual([true, false])
  })
})
