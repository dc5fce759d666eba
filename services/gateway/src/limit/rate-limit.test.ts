import { describe, expect, it } from '@jest/globals'
import { createLocalCounter } from './counter.ts'
import { networkOf } from './rate-limit.ts'

describe('createLocalCounter', () => {
  it('counts each key by itself, in windows that begin with the first hit', () => {
    let now = 1_000
    const counter = createLocalCounter(60_000, () => now)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
    now += 20_000
    expect(counter.hit('a')).toEqual({ count: 2, resetMs: 40_000 })
    expect(counter.hit('b')).toEqual({ count: 1, resetMs: 60_000 })
    now += 40_000
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 60_000 })
  })
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
    ['2001:db8:1:2::d', '2001:db8:1:2'],
    ['2001:db8::a:b:c:d', '2001:db8:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('takes %s for a caller in %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
