import { describe, expect, it } from '@jest/globals'
import { changeSince, monthLine, type MonthCount } from './month-line.ts'

const monthsOf = (...counts: (number | null)[]): MonthCount[] =>
  counts.map((count, i) => ({ month: `2026-0${i + 1}`, count }))

describe('monthLine', () => {
  it('draws the known months, and names the first and the last one', () => {
    const line = monthLine(monthsOf(null, 41, 40, null, 36, 1_034))
    const { markup } = line as { markup: string }
    expect(markup).toContain('aria-label="41 in Feb 2026, 1,034 in Jun 2026"')
    expect(/d="([^"]*)"/.exec(markup)?.[1]?.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L'])
  })

  const heightsOf = (...counts: number[]) => {
    const { markup } = monthLine(monthsOf(...counts)) as { markup: string }
    return [...markup.matchAll(/[ML]\d+ (\d+)/g)].map(([, y]) => Number(y))
  }

  it('draws a number that stays the same in the middle', () => {
    expect(heightsOf(0, 0)).toEqual([16, 16])
  })

  it('draws a small change of a large number as a small one', () => {
    const [large = 0, small = 0] = [heightsOf(0, 1_000), heightsOf(999, 1_000)].map(
      ([a = 0, b = 0]) => a - b,
    )
    expect(large).toBeGreaterThan(20)
    expect(small).toBeLessThan(2)
  })

  it.each([[[]], [[null, 4]], [[null, null]]])('draws nothing for %j', (counts) => {
    expect(monthLine(monthsOf(...counts))).toBe(false)
  })
})

describe('changeSince', () => {
  it.each([
    [36, [41, 40, 38, 36], '5 fewer than in Jan 2026'],
    [1_500, [300, null, null, 36, 40], '1,464 more than in Apr 2026'],
    [36, [null, null, 36, 30], 'the same as in Mar 2026'],
    [36, [41, null, null, null, 36], undefined],
    [36, [], undefined],
  ] as const)('compares %d with %j', (count, counts, expected) => {
    expect(changeSince(count, monthsOf(...counts))).toBe(expected)
  })
})
