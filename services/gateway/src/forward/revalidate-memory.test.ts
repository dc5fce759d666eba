import { describe, expect, it } from '@jest/globals'
import { createMemoryBudget } from './revalidate.ts'

describe('createMemoryBudget', () => {
  it('limits the bytes that are reserved together', () => {
    const { reserve } = createMemoryBudget(100)
    const release = reserve(60)
    expect(reserve(41)).toBeUndefined()
    expect(reserve(40)).toBeDefined()
    release?.()
    expect(reserve(60)).toBeDefined()
  })

  it('counts a shared body once until its last reader releases it', () => {
    const { borrow, reserve } = createMemoryBudget(100)
    const body = Buffer.alloc(80)
    const readers = [borrow(body), borrow(body)]
    expect(borrow(Buffer.alloc(21))).toBeUndefined()
    readers[0]?.()
    expect(reserve(21)).toBeUndefined()
    readers[1]?.()
    expect(reserve(100)).toBeDefined()
    expect(borrow(body)).toBeUndefined()
  })

  it('allows one body an eighth of the bytes', () => {
    const { fits } = createMemoryBudget(80)
    expect([fits(10), fits(11)]).toEqual([true, false])
  })
})
