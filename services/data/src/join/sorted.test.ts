import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { sorted } from './sorted.ts'

describe('sorted', () => {
  it('orders as the stable sort of an array', () => {
    const pairs = fc.array(fc.tuple(fc.nat(20), fc.nat()), { maxLength: 5_000 })
    fc.assert(
      fc.property(pairs, (values) => {
        const byFirst = ([a]: [number, number], [b]: [number, number]) => a - b
        expect(atOnce(sorted(values, byFirst))).toEqual(values.toSorted(byFirst))
      }),
      { numRuns: 30 },
    )
  })

  it('yields at least once for each 1,000 values', () => {
    const work = sorted(Array(10_000).fill(1), () => 0)
    let steps = 0
    while (!work.next().done) steps++
    expect(steps).toBeGreaterThanOrEqual(10)
  })
})
