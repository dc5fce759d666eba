import { describe, expect, it } from '@jest/globals'
import { drawnRadar } from './drawn-radar.ts'
import { radarOf } from '../timeline/radar.fixture.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

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
    const { entries, quadrants, rings } = drawnRadar(radarViewFor(RADAR))
    expect(entries.map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 a9',
      '2 a10',
      '3 ada',
      '4 zig',
      '5 perl',
    ])
    expect(quadrants).toEqual(['Languages', '2'])
    expect(rings).toEqual(['ADOPT', 'HOLD'])
  })

  it('omits and counts entries in none of the rings or quadrants', () => {
    const others = [
      entry('new', '1', 'adopt', 'review'),
      entry('old', '1', 'ignore'),
      entry('lost', '9', 'adopt'),
      { id: 'malformed', title: 'malformed', quadrant: '1', timeline: 'never' },
    ]
    const drawn = drawnRadar(
      radarViewFor({ ...RADAR, entries: [...RADAR.entries, ...others, null] }),
    )
    expect(drawn.entries).toHaveLength(5)
    expect(drawn).toMatchObject({ total: 5, withoutRing: 3, withoutQuadrant: 1, omitted: [] })
  })

  it('marks the changes since an instant', () => {
    const timeline = [{ ringId: 'adopt' }, { ringId: 'hold', date: '2026-05-01' }]
    const moved = { ...RADAR, entries: [{ id: 'zig', title: 'zig', quadrant: '1', timeline }] }
    expect(drawnRadar(radarViewFor(moved), { since: 0 }).changes).toEqual({ new: 0, in: 0, out: 1 })
    const changeSince = (day: string) =>
      drawnRadar(radarViewFor(moved), { since: Date.parse(day) }).entries.map(
        ({ change }) => change,
      )
    expect(changeSince('2026-05-01')).toEqual(['out'])
    expect(changeSince('2026-05-02')).toEqual([undefined])
    expect(drawnRadar(radarViewFor(moved)).entries[0]).not.toHaveProperty('change')
  })

  it('finds the only quadrant by its id in any case', () => {
    const lettered = { ...RADAR, quadrants: [{ id: 'A' }, { id: 'B' }] }
    expect(drawnRadar(radarViewFor(lettered), { quadrant: 'b' }).only).toBe(1)
    expect(drawnRadar(radarViewFor(lettered), { quadrant: 'c' }).only).toBeUndefined()
    expect(drawnRadar(radarViewFor(lettered)).only).toBeUndefined()
  })

  it('draws a bounded number of quadrants, rings and entries, and counts the others by ring', () => {
    const radar = radarOf(3_000, 20, 20)
    const drawn = drawnRadar(radarViewFor(radar))
    expect([drawn.quadrants.length, drawn.rings.length]).toEqual([8, 8])
    expect([drawn.entries.length, drawn.total]).toEqual([1_000, 3_000])
    expect([drawn.withoutRing, drawn.withoutQuadrant]).toEqual([0, 0])
    const inRing = (ring: number) =>
      radar.entries.filter((one) => JSON.stringify(one).includes(`"r${ring}"}]`)).length -
      drawn.entries.filter((one) => one.ring === ring).length
    expect(drawn.omitted).toEqual(
      [0, 1, 3].map((ring) => ({ ring: `Ring ${ring}`, count: inRing(ring) })),
    )
  })

  it('counts entries in quadrants and rings above the maximum', () => {
    const numbered = (name: string) => Array.from({ length: 10 }, (_, i) => ({ id: `${name}${i}` }))
    const entries = [entry('a', 'q0', 'r9'), entry('b', 'q9', 'r0'), entry('c', 'q0', 'r0')]
    const drawn = drawnRadar(
      radarViewFor({ title: '', quadrants: numbered('q'), rings: numbered('r'), entries }),
    )
    expect(drawn.entries.map(({ title }) => title)).toEqual(['c'])
    expect(drawn.omitted).toEqual([
      { ring: 'r0', count: 1 },
      { ring: 'r9', count: 1 },
    ])
  })

  it('omits entries of the most crowded sectors, and completes the others', () => {
    const crowd = (quadrant: string, ring: string, count: number) =>
      Array.from({ length: count }, (_, i) => entry(`${quadrant}${ring}${i}`, quadrant, ring))
    const entries = [
      ...crowd('1', 'adopt', 900),
      ...crowd('1', 'hold', 10),
      ...crowd('2', 'adopt', 700),
      ...crowd('2', 'hold', 200),
    ]
    const drawn = drawnRadar(radarViewFor({ ...RADAR, entries }))
    const shown = Map.groupBy(drawn.entries, ({ quadrant, ring }) => `${quadrant} ${ring}`)
    expect(Object.fromEntries([...shown].map(([key, { length }]) => [key, length]))).toEqual({
      '0 0': 395,
      '0 1': 10,
      '1 0': 395,
      '1 1': 200,
    })
    expect(drawn.omitted).toEqual([{ ring: 'ADOPT', count: 810 }])
    expect(drawn.entries.map(({ number }) => number)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    )
  })
})
