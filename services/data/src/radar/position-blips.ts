import { forceCollide, forceSimulation } from 'd3-force'
import { scaleLinear, scaleSqrt } from 'd3-scale'
import { pointRadial } from 'd3-shape'
import { reachOf } from './blip-shape.ts'
import type { DrawnEntry, DrawnRadar } from './drawn-radar.ts'

/** The part of a ring in a quadrant; angles in radians, clockwise from the top. */
export interface Sector {
  quadrant: number
  ring: number
  innerRadius: number
  outerRadius: number
  startAngle: number
  endAngle: number
}

/** An entry with the centre of its blip, relative to the centre of the radar. */
export interface Blip extends DrawnEntry {
  x: number
  y: number
}

export interface PositionedBlips {
  sectors: readonly Sector[]
  blips: readonly Blip[]
  /** Radius of a circular blip; `reachOf` returns that of other shapes. */
  size: number
}

const MAX_RADIUS = 11
const MIN_RADIUS = 2
/** Minimum width of a ring, for a blip or its name. */
const MIN_RING_WIDTH = 46
/** Minimum distance of a blip from another, from the edge of its ring, and from an axis with names. */
const GAP = { blips: 1.5, rings: 3, axes: 11 }
/** Maximum fraction of a sector that squares around its blips fill; denser ones converge slowly. */
const MAX_DENSITY = 0.8
/** Maximum number of times that a blip is moved. */
const MAX_TICKS = 240
/** Maximum number of times that it is moved before the radius decreases. */
const TICKS_PER_SIZE = 120
const TICKS_PER_CHECK = 12
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/**
 * Positions the blips of a radar within their sectors without overlap. Their radius decreases until all fit, or
 * each blip was moved `MAX_TICKS` times. Deterministic. A generator that yields after each move of the blips of a
 * sector, so that `inSlices` can serve requests in the meantime.
 *
 * @param radius of the radar
 */
export function* positionBlips(
  radar: DrawnRadar,
  radius: number,
): Generator<void, PositionedBlips> {
  const sectors = sectorsOf(radar, radius)
  const entriesIn = Map.groupBy(radar.entries, ({ quadrant, ring }) => `${quadrant} ${ring}`)
  const blips: Blip[] = []
  let size = MAX_RADIUS
  for (const sector of sectors) {
    const entries = entriesIn.get(`${sector.quadrant} ${sector.ring}`)
    if (!entries) continue
    // Blips that fit with a larger radius fit with a smaller one: earlier sectors keep theirs.
    const positioned = yield* positionedIn(sector, entries, size)
    blips.push(...positioned.blips)
    size = positioned.size
  }
  return { sectors, blips, size }
}

/** The area of a ring is proportional to the entries of its densest sector. */
function sectorsOf({ quadrants, rings, entries }: DrawnRadar, radius: number): Sector[] {
  const count = (quadrant: number, ring: number) =>
    entries.filter((entry) => entry.quadrant === quadrant && entry.ring === ring).length
  const densest = rings.map((_, ring) => Math.max(...quadrants.map((__, i) => count(i, ring))))
  const needed = [0]
  for (const maximum of densest) needed.push((needed.at(-1) ?? 0) + maximum)
  const breadth = Math.min(MIN_RING_WIDTH, radius / (2 * rings.length))
  const areas = scaleSqrt([0, needed.at(-1) || 1], [0, radius - breadth * rings.length])
  const edges = needed.map((area, i) => breadth * i + areas(area))
  const angleOf = scaleLinear([0, quadrants.length], [Math.PI / 2, Math.PI * 2.5])
  return quadrants.flatMap((_, quadrant) =>
    rings.map((__, ring) => ({
      quadrant,
      ring,
      innerRadius: edges[ring] ?? 0,
      outerRadius: edges[ring + 1] ?? 0,
      startAngle: angleOf(quadrant),
      endAngle: angleOf(quadrant + 1),
    })),
  )
}

/** The blips of a sector, and their radius: at most `maxSize`. */
function* positionedIn(
  sector: Sector,
  entries: readonly DrawnEntry[],
  maxSize: number,
): Generator<void, { blips: Blip[]; size: number }> {
  const nodes = initialBlips(sector, entries)
  let ticks = 0
  for (let size = maxSize; ; size = Math.max(MIN_RADIUS, size * 0.93)) {
    const isSmallest = size === MIN_RADIUS
    const apart = (entry: DrawnEntry) => reachOf(entry, size) + GAP.blips / 2
    const keepIn = boundsOf(sector, Math.max(...entries.map((entry) => reachOf(entry, size))))
    if (!keepIn && isSmallest)
      return { size, blips: nodes.map((node) => asBlip({ ...node, ...centreOf(sector) })) }
    if (!keepIn || (!isSmallest && isCrowded(sector, entries, apart))) continue
    nodes.forEach(keepIn)
    const simulation = forceSimulation(nodes)
      .stop()
      .alphaDecay(0)
      .force('apart', forceCollide<Blip>((blip) => apart(blip) + 0.5).iterations(3))
    const lastTick = isSmallest ? MAX_TICKS : Math.min(MAX_TICKS, ticks + TICKS_PER_SIZE)
    while (ticks < lastTick) {
      simulation.tick()
      nodes.forEach(keepIn)
      yield
      if (++ticks % TICKS_PER_CHECK === 0 && areApart(nodes, apart)) break
    }
    if (isSmallest || areApart(nodes, apart)) return { size, blips: nodes.map(asBlip) }
  }
}

/** Spread evenly over the sector, which they may leave. */
function initialBlips(sector: Sector, entries: readonly DrawnEntry[]): Blip[] {
  const radii = scaleSqrt([0, 1], [sector.innerRadius, sector.outerRadius])
  const angles = scaleLinear([0, entries.length], [sector.startAngle, sector.endAngle])
  return entries.map((entry, i) => {
    const [x, y] = pointRadial(angles(i + 0.5), radii((i * GOLDEN_RATIO + 0.5) % 1))
    return { ...entry, x, y }
  })
}

/** Whether squares around the blips fill too much of the sector. */
function isCrowded(
  { innerRadius, outerRadius, startAngle, endAngle }: Sector,
  entries: readonly DrawnEntry[],
  apart: (entry: DrawnEntry) => number,
): boolean {
  const occupied = entries.reduce((sum, entry) => sum + (2 * apart(entry)) ** 2, 0)
  const half = (endAngle - startAngle) / 2
  const inner = Math.max(innerRadius + GAP.rings, GAP.axes / Math.sin(Math.min(half, Math.PI / 2)))
  const outer = outerRadius - GAP.rings
  const area = half * (outer ** 2 - inner ** 2) - 2 * GAP.axes * (outer - inner)
  return occupied > MAX_DENSITY * area
}

/**
 * Returns a function that moves a blip of this radius into its sector; `undefined` if the sector is
 * too small.
 */
function boundsOf(
  { innerRadius, outerRadius, startAngle, endAngle }: Sector,
  reach: number,
): ((blip: { x: number; y: number }) => void) | undefined {
  const half = Math.min((endAngle - startAngle) / 2, Math.PI / 2)
  const fromAxis = reach + GAP.axes
  const minDistance = Math.max(innerRadius + reach + GAP.rings, fromAxis / Math.sin(half))
  const maxDistance = outerRadius - reach - GAP.rings
  if (minDistance > maxDistance) return undefined
  const middle = (startAngle + endAngle) / 2
  return (blip) => {
    const distance = Math.min(Math.max(Math.hypot(blip.x, blip.y), minDistance), maxDistance)
    const maxAngle = (endAngle - startAngle) / 2 - Math.asin(fromAxis / distance)
    const angle = normalised(Math.atan2(blip.x, -blip.y) - middle)
    const within = middle + Math.min(Math.max(angle, -maxAngle), maxAngle)
    ;[blip.x, blip.y] = pointRadial(within, distance)
  }
}

/** An angle between -π and π. */
function normalised(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

function areApart(blips: readonly Blip[], apart: (blip: Blip) => number): boolean {
  return blips.every((a, i) =>
    blips.slice(i + 1).every((b) => Math.hypot(a.x - b.x, a.y - b.y) >= apart(a) + apart(b)),
  )
}

function centreOf({ innerRadius, outerRadius, startAngle, endAngle }: Sector) {
  const [x, y] = pointRadial((startAngle + endAngle) / 2, (innerRadius + outerRadius) / 2)
  return { x, y }
}

/** A blip without the members that d3 adds, rounded to 0.1 pixels. */
function asBlip({ number, title, description, path, quadrant, ring, change, x, y }: Blip): Blip {
  const rounded = { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }
  return { number, title, description, path, quadrant, ring, ...(change && { change }), ...rounded }
}
