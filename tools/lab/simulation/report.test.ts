import { describe, expect, it } from '@jest/globals'
import { quantile } from './report.ts'

describe('quantile', () => {
  it('is the value that such a share of all are below', () => {
    const values = Array.from({ length: 200 }, (_, n) => 200 - n)
    expect([0, 0.5, 0.99].map((share) => quantile(values, share))).toEqual([1, 101, 199])
  })

  it('is the greatest at most, and no number of none', () => {
    expect(quantile([3, 7], 1)).toBe(7)
    expect(quantile([], 0.5)).toBeNaN()
  })
})
