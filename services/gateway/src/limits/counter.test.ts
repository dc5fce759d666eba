import { describe, expect, it } from '@jest/globals'
import { createLocalCounter } from './counter.ts'

describe('createLocalCounter', () => {
  it('counts each key by itself, in windows that begin with the first hit', () => {
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

  it('never names more time than a window has, whatever fractions the clock shows', () => {
    const counter = createLocalCounter(60_000, 1, () => 30_836.116)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
  })

  it('remembers who is over the limit, however many others come', () => {
    const counter = createLocalCounter(60_000, 2)
    for (let i = 0; i < 3; i++) void counter.hit('eager')
    for (let i = 0; i < 100_001; i++) void counter.hit(`passer-by ${i}`)
    expect(counter.hit('eager')).toMatchObject({ count: 4 })
    // Those within the limit do not cost memory without bound.
    expect(counter.hit('passer-by 0')).toMatchObject({ count: 1 })
  })

  it('counts who was over the limit anew in the next window, and up to the limit again', () => {
    let now = 0
    const counter = createLocalCounter(60_000, 1, () => now)
    for (let i = 0; i < 3; i++) void counter.hit('eager')
    now = 60_000
    expect(counter.hit('eager')).toEqual({ count: 1, resetMs: 60_000 })
    expect(counter.hit('eager')).toEqual({ count: 2, resetMs: 60_000 })
    expect(counter.hit('eager')).toEqual({ count: 3, resetMs: 60_000 })
  })

  it('knows the time by itself', () => {
    expect(createLocalCounter(60_000, 1).hit('a')).toEqual({
      count: 1,
      resetMs: expect.closeTo(60_000),
    })
  })
})
