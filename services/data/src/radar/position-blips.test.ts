import { describe, expect, it } from '@jest/globals'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { reachOf } from './blip-shape.ts'
import { drawnRadar, type DrawnRadar } from './drawn-radar.ts'
import { positionBlips, type PositionedBlips } from './position-blips.ts'
import { radarOf } from '../timeline/radar.fixture.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

const RADIUS = 340
const positioned = (entries: number, quadrants = 4, rings = 4) =>
  atOnce(positionBlips(drawnRadar(radarViewFor(radarOf(entries, quadrants, rings))), RADIUS))

/** A radar of 400 entries in one sector. */
function crowded(ring: number, quadrants = 4, rings = 4) {
  const radar = drawnRadar(radarViewFor(radarOf(400, quadrants, rings)))
  const entries = radar.entries.map((entry) => ({ ...entry, quadrant: 0, ring }))
  return { ...radar, entries }
}

/** Number of moves of the blips of a sector. */
function countMoves(radar: DrawnRadar): number {
  return [...positionBlips(radar, RADIUS)].length
}

/** Minimum distance between the circles around two blips. */
function closest({ blips, size }: PositionedBlips): number {
  const gaps = blips.flatMap((a, i) =>
    blips
      .slice(i + 1)
      .map((b) => Math.hypot(a.x - b.x, a.y - b.y) - reachOf(a, size) - reachOf(b, size)),
  )
  return gaps.reduce((a, b) => Math.min(a, b), Infinity)
}

describe('positionBlips', () => {
  it('positions 161 blips without overlap, large enough for a number', () => {
    const result = positioned(161)
    expect(result.blips).toHaveLength(161)
    expect(closest(result)).toBeGreaterThan(0)
    expect(result.size).toBeGreaterThanOrEqual(8)
  })

  it.each([
    [400, 4, 4],
    [400, 1, 1],
    [400, 8, 8],
    [400, 2, 1],
    [161, 3, 5],
    [1_000, 4, 4],
    [1_000, 8, 8],
    [2, 6, 8],
  ])('decreases the radius until all fit: %d in %d quadrants and %d rings', (...counts) => {
    const result = positioned(...counts)
    expect(result.blips).toHaveLength(counts[0])
    expect(closest(result)).toBeGreaterThan(0)
  })

  it('leaves room for the larger shapes of changed entries', () => {
    const radar = drawnRadar(radarViewFor(radarOf(161)))
    const entries = radar.entries.map((entry, i) =>
      i % 3 === 0 ? { ...entry, change: 'new' as const } : entry,
    )
    const result = atOnce(positionBlips({ ...radar, entries }, RADIUS))
    expect(result.blips.filter(({ change }) => change === 'new')).toHaveLength(54)
    expect(closest(result)).toBeGreaterThan(0)
    expect(result.size).toBeGreaterThanOrEqual(7)
  })

  it('keeps each blip within its ring and its quadrant', () => {
    const { blips, sectors, size } = positioned(161)
    for (const { x, y, quadrant, ring } of blips) {
      const sector = sectors.find((one) => one.quadrant === quadrant && one.ring === ring)!
      const distance = Math.hypot(x, y)
      expect(distance - size).toBeGreaterThan(sector.innerRadius)
      expect(distance + size).toBeLessThan(sector.outerRadius)
      const angle = (Math.atan2(x, -y) + 4 * Math.PI - sector.startAngle) % (2 * Math.PI)
      const fromAxis = Math.asin(size / distance)
      expect(angle).toBeGreaterThan(fromAxis)
      expect(angle).toBeLessThan(sector.endAngle - sector.startAngle - fromAxis)
    }
  })

  it('fills the radar with rings from the centre outwards', () => {
    const { sectors } = positioned(161)
    const rings = sectors.filter(({ quadrant }) => quadrant === 0)
    expect(rings.map(({ innerRadius }) => innerRadius)).toEqual([
      0,
      ...rings.slice(0, -1).map(({ outerRadius }) => outerRadius),
    ])
    expect(rings.at(-1)?.outerRadius).toBeCloseTo(RADIUS)
  })

  it.each([
    ['the inner ring', crowded(0)],
    ['the outer ring', crowded(3)],
    ['a ring that is too small', crowded(0, 8, 8)],
  ])('moves 400 blips in %s at most 240 times, and yields after each', (_, radar) => {
    const moves = countMoves(radar)
    expect(moves).toBeGreaterThan(12)
    expect(moves).toBeLessThanOrEqual(240)
  })

  it('separates 400 blips in one sector', () => {
    for (const ring of [0, 3]) {
      const result = atOnce(positionBlips(crowded(ring), RADIUS))
      expect(closest(result)).toBeGreaterThan(0)
      expect(result.size).toBeGreaterThan(2.5)
    }
  })

  it('positions the blips of other sectors without repeating those of a full one', () => {
    const radar = crowded(0)
    const entries = radar.entries.map((entry, i) => (i < 390 ? entry : { ...entry, ring: 3 }))
    expect(countMoves({ ...radar, entries })).toBeLessThanOrEqual(240 + 12)
  })

  it('is deterministic', () => {
    expect(positioned(161)).toEqual(positioned(161))
  })

  it('returns no blips without entries, rings or quadrants', () => {
    for (const [quadrants, rings] of [
      [4, 4],
      [0, 4],
      [4, 0],
    ] as const) {
      expect(positioned(0, quadrants, rings).blips).toEqual([])
    }
  })
})
