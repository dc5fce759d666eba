import { describe, expect, it } from '@jest/globals'
import { heading, resultOf, section } from './report.ts'

describe('resultOf', () => {
  it.each([
    ['≥ 1.0', [0.99], 'missed'],
    ['≥ 1.0', [1], 'met'],
    ['≤ 1.3', [1.31], 'missed'],
    ['≤ 1.3', [1.3], 'met'],
    ['< 1', [1], 'missed'],
    ['0', [1], 'missed'],
    ['0', [0], 'met'],
    ['≥ 2.0', [0.5, 2, 3], 'undecided'],
    ['≥ 1.0', [Number.NaN], 'missed'],
    ['fast', [1], 'missed'],
    [undefined, [0.88, 1.14, 3], 'the same'],
    [undefined, [1.16], ''],
    [undefined, [0.86], ''],
  ])('%s of %j: %s', (target, values, result) => {
    expect(resultOf({ target, values })).toBe(result)
  })

  it('calls no time the same without a target', () => {
    expect(resultOf({ values: [1], unit: 'µs' })).toBe('')
  })
})

describe('section', () => {
  it('shows unit, range and result of each measurement', () => {
    const measurements = [
      { label: 'one edit', target: '≤ 8', values: [7, 5.25, 12], unit: 'ms' as const },
      { label: 'a / b', values: [2] },
    ]
    const text = section({ name: 'edits', measurements, loadBefore: 0.25, minutes: 1.5 })
    expect(text).toContain('It took 1.5 minutes; load average before: 0.3.')
    expect(text).toContain('| one edit | ≤ 8 ms | 7.0 ms | 5.3 to 12 | undecided |')
    expect(text).toContain('| a / b |  | 2.00 |  |  |')
  })
})

describe('heading', () => {
  it('names commit, Node and machine', () => {
    expect(heading()).toMatch(/commit [\da-f]*\+?, Node v.* GB/)
  })
})
