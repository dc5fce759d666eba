import { describe, expect, it } from '@jest/globals'
import { creditsPicture } from './credits-picture.ts'

const lengthsIn = (chart: string) =>
  [...chart.matchAll(/<rect class="main"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))

describe('creditsPicture', () => {
  it('draws bars in proportion to credits, and a line at the included credits', () => {
    const months = [
      { month: '2026-10', credits: 500 },
      { month: '2026-11', credits: 1_000 },
    ]
    const chart = creditsPicture(months, 2_000)
    const [first = 0, second = 0] = lengthsIn(chart)
    expect(second / first).toBeCloseTo(2)
    const [, line] = /class="second" d="M([\d.]+),/.exec(chart) ?? []
    expect((Number(line) - 96) / second).toBeCloseTo(2)
    expect(creditsPicture(months, undefined)).not.toContain('class="second" d')
  })
})
