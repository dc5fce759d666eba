import { describe, expect, it } from '@jest/globals'
import { drawnRadar } from './drawn-radar.ts'
import { radarOf } from './radar.fixture.ts'
import { seenBy } from './seen-radar.ts'

const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }, null, { id: '2' }],
  rings: [
    { id: 'adopt', name: 'ADOPT', color: '#008a00' },
    { id: 'hold', name: 'HOLD' },
  ],
  entries: [
    entry('zig', '1', 'adopt', 'hold'),
    entry('ada', '1', 'adopt'),
    entry('a10', '1', 'adopt'),
    entry('a9', '1', 'adopt'),
    entry('perl', '2', 'hold', 'adopt'),
  ],
}

function entry(title: string, quadrant: string, ...ringIds: string[]) {
  return { id: title, title, quadrant, timeline: ringIds.map((ringId) => ({ ringId })) }
}

describe('drawnRadar', () => {
  it('numbers the entries by quadrant, present ring and title', () => {
    const { entries, quadrants, rings } = drawnRadar(seenBy(RADAR))
    expect(entries.map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 a9',
      '2 a10',
      '3 ada',
      '4 zig',
      '5 perl',
    ])
    expect(quadrants).toEqual(['Languages', '2'])
    expect(rings.map(({ name }) => name)).toEqual(['ADOPT', 'HOLD'])
  })

  it('omits and counts entries in none of the rings', () => {
    const others = [
      entry('new', '1', 'adopt', 'review'),
      entry('old', '1', 'ignore'),
      entry('lost', '9', 'adopt'),
      { id: 'malformed', quadrant: '1', timeline: 'never' },
    ]
    const drawn = drawnRadar(seenBy({ ...RADAR, entries: [...RADAR.entries, ...others, null] }))
    expect([drawn.entries.length, drawn.others]).toEqual([5, 4])
  })

  it('marks the changes since an instant', () => {
    const timeline = [{ ringId: 'adopt' }, { ringId: 'hold', date: '2026-05-01' }]
    const moved = { ...RADAR, entries: [{ title: 'zig', quadrant: '1', timeline }] }
    const changeSince = (day: string) =>
      drawnRadar(seenBy(moved), { since: Date.parse(day) }).entries.map(({ change }) => change)
    expect(changeSince('2026-05-01')).toEqual(['out'])
    expect(changeSince('2026-05-02')).toEqual([undefined])
    expect(drawnRadar(seenBy(moved)).entries[0]).not.toHaveProperty('change')
  })

  it('finds the only quadrant by its id in any case', () => {
    const lettered = { ...RADAR, quadrants: [{ id: 'A' }, { id: 'B' }] }
    expect(drawnRadar(seenBy(lettered), { quadrant: 'b' }).only).toBe(1)
    expect(drawnRadar(seenBy(lettered), { quadrant: 'c' }).only).toBeUndefined()
    expect(drawnRadar(seenBy(lettered)).only).toBeUndefined()
  })

  it('draws a bounded number of quadrants, rings and entries', () => {
    const drawn = drawnRadar(seenBy(radarOf(3_000, 20, 20)))
    expect([drawn.quadrants.length, drawn.rings.length]).toEqual([8, 8])
    expect([drawn.entries.length, drawn.others]).toEqual([400, 2_600])
  })
})
