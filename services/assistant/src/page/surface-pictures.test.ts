import { describe, expect, it } from '@jest/globals'
import { surfacePictures } from './surface-pictures.ts'

const heightsIn = (chart: string) =>
  [...chart.matchAll(/<circle[^>]* cy="([\d.]+)"/g)].map(([, y]) => 138 - Number(y))

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
