import { describe, expect, it } from '@jest/globals'
import { addDecimals, multiplyDecimal } from './add-decimals.ts'

describe('addDecimals', () => {
  it.each([
    [[0.1, 0.2], 0.3],
    [[], 0],
    [[1e-7, 2.5, 1e21], 1e21],
    [[1.005, -0.005, 1e-7], 1.0000001],
    [[0.12345678901, 100], 100.12345678901],
  ])('adds %j without noise of binary fractions', (numbers, sum) => {
    expect(addDecimals(numbers)).toBe(sum)
  })
})

describe('multiplyDecimal', () => {
  it.each([
    [0.1, 3, 0.3],
    [1.005, 1000, 1005],
    [19, 0, 0],
    [1e21, 2, 2e21],
  ])('multiplies %d by %d without noise of binary fractions', (number, count, product) => {
    expect(multiplyDecimal(number, count)).toBe(product)
  })
})
