import { describe, expect, it } from '@jest/globals'
import { isLater } from './archive.ts'

describe('isLater', () => {
  it.each([
    ['history/radar/records/000000/000000256.json', 256, false],
    ['history/radar/records/000000/000000256.json', 255, true],
    ['history/radar/records/000001/000000257-a1.json', 256, true],
    ['history/radar/records/000000/000000001.json', 0, true],
    ['history/lists/records/000001/000000257.json', 1, false],
    ['history/radar/blocks/000000.json', 256, false],
    ['history/radar/blocks/000000.json', 255, true],
    ['history/radar/blocks/000001.json', 511, true],
    ['history/radar/states/abc.json', 0, false],
    ['history/radar/checkpoint.json', 0, false],
    ['onsRadarSkeleton.json', 0, false],
  ])('returns for %s and the record %d: %s', (key, number, is) => {
    expect(isLater(key, 'radar', number)).toBe(is)
  })
})
