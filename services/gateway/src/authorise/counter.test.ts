import { describe, expect, it } from '@jest/globals'
import { createLocalCounter } from './counter.ts'

describe('createLocalCounter', () => {
  it('counts each key in a window that begins with its first hit', () => {
    let now = 1_000
    const counter = createLocalCounter(60_000, 1, () => now)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
    now += 20_000
    expect(counter.hit('a')).toEqual({ count: 2, resetMs: 40_000 })
    expect(counter.hit('a')).toEqual({ count: 3, resetMs: 40_000 })
    expect(counter.hit('b')).toEqual({ count: 1, resetMs: 60_000 })
    now += 40_000
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
  })

  it('returns at most the length of a window despite rounding', () => {
    const counter = createLocalCounter(60_000, 1, () => 30_836.116)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
  })

  it('keeps callers above the limit when many others arrive', () => {
    const counter = createLocalCounter(60_000, 2)
    for (let i = 0; i < 3; i++) void counter.hit('flooder')
    for (let i = 0; i < 100_001; i++) void counter.hit(`other ${i}`)
    expect(counter.hit('flooder')).toMatchObject({ count: 4 })
    // Callers within the limit are evicted.
    expect(counter.hit('other 0')).toMatchObject({ count: 1 })
  })

  it('starts a new count for a caller above the limit in the next window', () => {
    let now = 0
    const counter = createLocalCounter(60_000, 1, () => now)
    for (let i = 0; i < 3; i++) void counter.hit('flooder')
    now = 60_000
    expect(counter.hit('flooder')).toEqual({ count: 1, resetMs: 60_000 })
    expect(counter.hit('flooder')).toEqual({ count: 2, resetMs: 60_000 })
    expect(counter.hit('flooder')).toEqual({ count: 3, resetMs: 60_000 })
  })

  it('uses the system clock by default', () => {
    expect(createLocalCounter(60_000, 1).hit('a')).toEqual({
      count: 1,
      resetMs: expect.closeTo(60_000),
    })
  })
})
