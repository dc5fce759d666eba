import { describe, expect, it } from '@jest/globals'
import { blipPlaces, type BlipPlaces } from './blip-places.ts'
import { drawnRadar } from './drawn-radar.ts'
import { radarOf } from './radar.fixture.ts'

const RADIUS = 340
const placesOf = (entries: number, quadrants = 4, rings = 4) =>
  blipPlaces(drawnRadar(radarOf(entries, quadrants, rings)), RADIUS)

/** The smallest distance between the edges of two blips. */
function closest({ blips, size }: BlipPlaces): number {
  const gaps = blips.flatMap((a, i) =>
    blips.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) - 2 * size),
  )
  return Math.min(...gaps)
}

describe('blipPlaces', () => {
  it('puts none of 161 blips on another, and all of them are large enough for a number', () => {
    const places = placesOf(161)
    expect(places.blips).toHaveLength(161)
    expect(closest(places)).toBeGreaterThan(0)
    expect(places.size).toBeGreaterThanOrEqual(8)
  })

  it.each([
    [400, 4, 4],
    [400, 1, 1],
    [400, 8, 8],
    [400, 2, 1],
    [161, 3, 5],
    [2, 6, 8],
  ])('makes them smaller until there is room: %d in %d quadrants and %d rings', (...counts) => {
    const places = placesOf(...counts)
    expect(places.blips).toHaveLength(counts[0])
    expect(closest(places)).toBeGreaterThan(0)
  })

  it('keeps each blip within its ring and its quadrant', () => {
    const { blips, sectors, size } = placesOf(161)
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

  it('fills the radar, its rings from the centre outwards', () => {
    const { sectors } = placesOf(161)
    const rings = sectors.filter(({ quadrant }) => quadrant === 0)
    expect(rings.map(({ innerRadius }) => innerRadius)).toEqual([
      0,
      ...rings.slice(0, -1).map(({ outerRadius }) => outerRadius),
    ])
    expect(rings.at(-1)?.outerRadius).toBeCloseTo(RADIUS)
  })

  it('does the same every time', () => {
    expect(placesOf(161)).toEqual(placesOf(161))
  })

  it('has no places where there are no entries, rings or quadrants', () => {
    for (const [quadrants, rings] of [
      [4, 4],
      [0, 4],
      [4, 0],
    ] as const) {
      expect(placesOf(0, quadrants, rings).blips).toEqual([])
    }
  })
})
