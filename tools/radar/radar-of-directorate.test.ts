import { describe, expect, it } from '@jest/globals'
import { directoratesFrom } from '@landscape/contracts/directorates'
import { radarOfDirectorate } from './radar-of-directorate.ts'

const directorates = directoratesFrom([
  { id: 0, name: 'Coast' },
  { id: 1, name: 'Harbour' },
])
const NOW = Date.parse('2026-06-01')
const position = (ringId: string, moved: number, directorate?: number) => ({
  ringId,
  moved,
  ...(directorate !== undefined && { directorate }),
})
const shared = { id: 'go', timeline: [position('adopt', 0)] }
const radar = {
  title: 'Radar',
  quadrants: [],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id })),
  entries: [
    { id: 'zig', timeline: [position('trial', 0), position('hold', -1, 1), position('adopt', 2)] },
    shared,
    null,
  ],
}

describe('radarOfDirectorate', () => {
  it('keeps the positions of the default directorate, and counts the moves between them', () => {
    expect(radarOfDirectorate(radar, directorates.main, directorates, NOW).entries).toEqual([
      { id: 'zig', timeline: [position('trial', 0), position('adopt', 1)] },
      shared,
      null,
    ])
  })

  it('keeps the own positions of another one, and the default ones of other entries', () => {
    const harbour = directorates.find('harbour') ?? directorates.main
    expect(radarOfDirectorate(radar, harbour, directorates, NOW).entries).toEqual([
      { id: 'zig', timeline: [position('hold', 0, 1)] },
      shared,
      null,
    ])
  })
})
