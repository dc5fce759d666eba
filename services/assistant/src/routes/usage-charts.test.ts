import { describe, expect, it } from '@jest/globals'
import { creditsPicture } from './credits-picture.ts'
import { surfacePictures } from './surface-pictures.ts'

const lengthsIn = (chart: string) =>
  [...chart.matchAll(/<rect class="main"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))
const heightsIn = (chart: string) =>
  [...chart.matchAll(/<circle[^>]* cy="([\d.]+)"/g)].map(([, y]) => 138 - Number(y))

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

describe('surfacePictures', () => {
  it('draws all surfaces with one scale and a gap for unknown weeks', () => {
    const charts = surfacePictures([
      { period: '2026-11-02', people: { chat: 20, agent: 10 } },
      { period: '2026-11-09', people: { chat: 10 } },
      { period: '2026-11-16', people: { chat: 0, agent: 20 } },
    ])
    expect(charts).toHaveLength(2)
    expect(heightsIn(charts[0] ?? '')).toEqual([76, 38, 0])
    expect(heightsIn(charts[1] ?? '')).toEqual([38, 76])
    expect(charts[1]).toContain('Unknown weeks: 1.')
  })

  it('draws nothing without a known number', () => {
    expect(surfacePictures([{ period: '2026-11-02', people: {} }])).toEqual([])
  })
})
