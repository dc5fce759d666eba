import { forceCollide, forceSimulation } from 'd3-force'
import { scaleLinear, scaleSqrt } from 'd3-scale'
import { pointRadial } from 'd3-shape'
import type { DrawnEntry, DrawnRadar } from './drawn-radar.ts'

/** A quadrant's part of a ring; angles in radians, clockwise from the top, as d3 counts them. */
export interface Sector {
  quadrant: number
  ring: number
  innerRadius: number
  outerRadius: number
  startAngle: number
  endAngle: number
}

/** An entry and the centre of its blip; the centre of the radar is 0, 0. */
export interface Blip extends DrawnEntry {
  x: number
  y: number
}

export interface BlipPlaces {
  sectors: readonly Sector[]
  blips: readonly Blip[]
  /** The radius of every blip. */
  size: number
}

const LARGEST = 11
const SMALLEST = 2
/** Of a ring at least: room for a blip, and for its name. */
const BROAD = 46
/** Between two blips, between a blip and a ring's edge, and between a blip and an axis, where names stand. */
const GAP = { blips: 1.5, rings: 3, axes: 11 }
/** Squares around blips that fill more of a sector than this are not tried: pushing them apart takes long. */
const FULL = 0.8
const TICKS = 240
const TICKS_PER_LOOK = 12
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Where the blips of a radar go: each within its sector, none on another. They are pushed apart by forces,
 * and made smaller until there is room for all. The same radar is always drawn the same.
 *
 * @param radius of the radar
 */
export function blipPlaces(radar: DrawnRadar, radius: number): BlipPlaces {
  const sectors = sectorsOf(radar, radius)
  const entriesIn = Map.groupBy(radar.entries, ({ quadrant, ring }) => `${quadrant} ${ring}`)
  const full = sectors.flatMap((sector) => {
    const entries = entriesIn.get(`${sector.quadrant} ${sector.ring}`)
    return entries ? [{ sector, entries }] : []
  })
  let size = LARGEST
  for (;;) {
    const blips: Blip[] = []
    const haveRoom = full.every(({ sector, entries }) => {
      const places = settled(entries, sector, size)
      blips.push(...(places ?? []))
      return places
    })
    if (haveRoom) return { sectors, blips, size }
    size = Math.max(SMALLEST, size * 0.93)
  }
}

/** A ring is as large as the fullest of its sectors needs. */
function sectorsOf({ quadrants, rings, entries }: DrawnRadar, radius: number): Sector[] {
  const count = (quadrant: number, ring: number) =>
    entries.filter((entry) => entry.quadrant === quadrant && entry.ring === ring).length
  const fullest = rings.map((_, ring) => Math.max(...quadrants.map((__, i) => count(i, ring))))
  const needed = [0]
  for (const maximum of fullest) needed.push((needed.at(-1) ?? 0) + maximum)
  const breadth = Math.min(BROAD, radius / (2 * rings.length))
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

/** The entries of a sector with their places; undefined when there is no room for blips of this size. */
function settled(entries: readonly DrawnEntry[], sector: Sector, size: number): Blip[] | undefined {
  const apart = size + GAP.blips / 2
  const area =
    ((sector.endAngle - sector.startAngle) / 2) *
    (sector.outerRadius ** 2 - sector.innerRadius ** 2)
  if (size > SMALLEST && entries.length * (2 * apart) ** 2 > FULL * area) return undefined
  const keepIn = boundsOf(sector, size)
  if (!keepIn)
    return size > SMALLEST ? undefined : entries.map((entry) => ({ ...entry, ...centreOf(sector) }))
  const radii = scaleSqrt([0, 1], [sector.innerRadius, sector.outerRadius])
  const angles = scaleLinear([0, entries.length], [sector.startAngle, sector.endAngle])
  const nodes = entries.map((entry, i) => {
    const [x, y] = pointRadial(angles(i + 0.5), radii((i * GOLDEN + 0.5) % 1))
    return { ...entry, x, y }
  })
  const simulation = forceSimulation(nodes)
    .stop()
    .alphaDecay(0)
    .force('apart', forceCollide(apart + 0.5).iterations(3))
  for (let ticks = 0; ticks < TICKS; ticks += TICKS_PER_LOOK) {
    for (let i = 0; i < TICKS_PER_LOOK; i++) {
      simulation.tick()
      nodes.forEach(keepIn)
    }
    if (areApart(nodes, 2 * apart)) return nodes.map(asBlip)
  }
  return size > SMALLEST ? undefined : nodes.map(asBlip)
}

/** Puts a place that is outside of where blips of a sector may be to the nearest that is inside; undefined without any. */
function boundsOf(
  { innerRadius, outerRadius, startAngle, endAngle }: Sector,
  size: number,
): ((place: { x: number; y: number }) => void) | undefined {
  const half = Math.min((endAngle - startAngle) / 2, Math.PI / 2)
  const fromAxis = size + GAP.axes
  const nearest = Math.max(innerRadius + size + GAP.rings, fromAxis / Math.sin(half))
  const furthest = outerRadius - size - GAP.rings
  if (nearest > furthest) return undefined
  const middle = (startAngle + endAngle) / 2
  return (place) => {
    const distance = Math.min(Math.max(Math.hypot(place.x, place.y), nearest), furthest)
    const widest = (endAngle - startAngle) / 2 - Math.asin(fromAxis / distance)
    const angle = turned(Math.atan2(place.x, -place.y) - middle)
    const within = middle + Math.min(Math.max(angle, -widest), widest)
    ;[place.x, place.y] = pointRadial(within, distance)
  }
}

/** An angle between -π and π. */
function turned(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

function areApart(places: readonly { x: number; y: number }[], distance: number): boolean {
  return places.every((a, i) =>
    places.slice(i + 1).every((b) => Math.hypot(a.x - b.x, a.y - b.y) >= distance),
  )
}

function centreOf({ innerRadius, outerRadius, startAngle, endAngle }: Sector) {
  const [x, y] = pointRadial((startAngle + endAngle) / 2, (innerRadius + outerRadius) / 2)
  return { x, y }
}

/** Tenths of a pixel are enough; of a node of d3 only what is ours. */
function asBlip({ number, title, quadrant, ring, x, y }: Blip): Blip {
  return { number, title, quadrant, ring, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }
}
