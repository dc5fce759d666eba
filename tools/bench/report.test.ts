import { describe, expect, it } from '@jest/globals'
import { misses, withPart } from './report.ts'

describe('misses', () => {
  it.each([
    ['≥ 1.0', [0.99], true],
    ['≥ 1.0', [1], false],
    ['≤ 1.3', [1.31], true],
    ['≤ 1.3', [1.3], false],
    ['< 1', [1], true],
    ['< 1', [0.99], false],
    ['0', [1], true],
    ['0', [0], false],
    // The median decides.
    ['≥ 2.0', [0.5, 2, 3], false],
    [undefined, [0], false],
    ['≥ 1.0', [Number.NaN], true],
    ['fast', [1], true],
  ])('%s of %j: %s', (target, ratios, missed) => {
    expect(misses({ ...(target !== undefined && { target }), ratios })).toBe(missed)
  })
})

describe('withPart', () => {
  const part = (name: string, ratio: number) => ({
    name,
    measurements: [{ label: 'a / b', target: '≥ 1.0', ratios: [ratio] }],
    loadBefore: 0.25,
    minutes: 1.5,
  })

  it('replaces one part, keeps the others and sorts them', () => {
    const both = withPart(withPart('', part('reads', 1)), part('edits', 2))
    const again = withPart(both, part('reads', 3))
    expect(both.match(/^## \w+$/gm)).toEqual(['## edits', '## reads'])
    expect(again).toContain('| a / b | ≥ 1.0 | 3.00 |  |')
    expect(again).toContain('| a / b | ≥ 1.0 | 2.00 |  |')
    expect(again).not.toContain('1.00 |')
  })

  it('marks a missed target', () => {
    expect(withPart('', part('reads', 0.9))).toContain('| ≥ 1.0 | 0.90 (missed) |')
  })

  it('names the commit, the duration and the load', () => {
    const page = withPart('', part('reads', 1))
    expect(page).toMatch(/commit [\da-f]*\+?, Node v/)
    expect(page).toContain('It took 1.5 minutes; load average before: 0.3.')
  })
})
