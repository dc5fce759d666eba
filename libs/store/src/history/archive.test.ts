import { describe, expect, it } from '@jest/globals'
import { isLater } from './archive.ts'

describe('isLater', () => {
  it.each([
    ['history/radar/records/000000/000000256-a1.json', 256, false],
    ['history/radar/records/000000/000000256-a1.json', 255, true],
    ['history/radar/records/000001/000000257.json', 256, true],
    ['history/radar/records/000000/000000001-a1.json', 0, true],
    ['history/lists/records/000001/000000257-a1.json', 1, false],
    ['history/radar/runs/000000.json', 256, false],
    ['history/radar/runs/000000.json', 255, true],
    ['history/radar/copies/2026-11-21T100000.000Z_000000012-a_b.json', 12, false],
    ['history/radar/copies/2026-11-21T100000.000Z_000000012-a_b.first.json', 11, true],
    ['history/radar/undos.json', 0, false],
    ['onsRadarSkeleton.json', 0, false],
  ])('returns for %s and the record %d: %s', (key, number, is) => {
    expect(isLater(key, 'radar', number)).toBe(is)
  })
})
