import { describe, expect, it } from '@jest/globals'
import { RADAR_EXAMPLE } from '@landscape/contracts/examples'
import { readAoe } from './aoe.ts'
import { writeAoe } from './aoe-export.ts'
import { outlineOf } from './outline.ts'

const [ZIG] = RADAR_EXAMPLE.entries

function outline(...timelines: [ringId: string, date: string][][]) {
  const entries = timelines.map((positions, i) => ({
    ...ZIG!,
    id: `e${i}`,
    title: `E${i}`,
    timeline: positions.map(([ringId, date]) => ({ ringId, date, moved: 0, description: ringId })),
  }))
  return outlineOf({ ...RADAR_EXAMPLE, entries })
}

const TIMELINES: [string, string][][] = [
  [
    ['assess', '2026-01-03'],
    ['trial', '2026-01-20'],
    ['adopt', '2026-03-02'],
  ],
  [['hold', '2026-01-28']],
]

describe('writeAoe', () => {
  it('writes a release for each day with a position by default', () => {
    expect([...writeAoe(outline(...TIMELINES)).keys()]).toEqual([
      'config.json',
      'radar/2026-01-03/e0.md',
      'radar/2026-01-20/e0.md',
      'radar/2026-03-02/e0.md',
      'radar/2026-01-28/e1.md',
    ])
  })

  it('writes a release for each month, dated by its latest position', () => {
    const radar = outline(...TIMELINES)
    const files = writeAoe(radar, { releases: 'month' })
    expect([...files.keys()]).toEqual([
      'config.json',
      'radar/2026-01-28/e0.md',
      'radar/2026-03-02/e0.md',
      'radar/2026-01-28/e1.md',
    ])
    expect(files.get('radar/2026-01-28/e0.md')).toContain('ring: trial')
    expect(radar.notes).toEqual(['E0: several positions in one month, only the last is exported'])
  })

  it('writes the names of version 5 of the generator', () => {
    const files = writeAoe(outline(...TIMELINES))
    expect(Object.keys(JSON.parse(files.get('config.json')!))).toEqual([
      'segments',
      'rings',
      'labels',
    ])
    expect(files.get('radar/2026-01-28/e1.md')).toContain('segment: "1"')
    expect(readAoe(files).notes).toEqual([])
  })
})
