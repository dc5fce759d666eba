import { technologyPath } from '@landscape/contracts/technology-path'
import { admitLine, compareNames } from '@landscape/contracts/admit'
import { understood } from '@landscape/contracts/json'
import { urlWith } from '@landscape/contracts/url-with'
import { entryOf, partOf, type StoredPart, type StoredPosition } from '@landscape/contracts/entries'
import { type FindReplacement, replacementFinder } from '../timeline/replacements.ts'
import { ringChange, type RingChange } from '../timeline/ring-changes.ts'
import { positionsIn, titleOf, type RadarView } from '../timeline/radar-view.ts'
import { directorateOf } from '../timeline/viewer.ts'

/** The drawable part of a radar. */
export interface DrawnRadar {
  title: string
  /** Names. */
  quadrants: readonly string[]
  /** Of the pages that show one quadrant alone. */
  quadrantPaths: readonly string[]
  /** Names from the innermost outwards. */
  rings: readonly string[]
  /** Sorted by quadrant, ring and title; numbered from 1. */
  entries: readonly DrawnEntry[]
  /** Number of entries in a ring and a quadrant, drawn or not. */
  total: number
  /** Number of these that are not drawn, by the name of their ring. */
  omitted: readonly { ring: string; count: number }[]
  /** Number of the entries that changed since the start of the period, drawn or not. */
  changes: Readonly<Record<RingChange, number>>
  /** Number of entries whose present position is none of the rings. */
  withoutRing: number
  /** Number of entries in a ring, but in none of the quadrants. */
  withoutQuadrant: number
  /** Whether the entries are only those that pass a filter. */
  isFiltered: boolean
  /** Index of the only quadrant to draw; all when absent. */
  only: number | undefined
  /** Start of the period whose changes are marked, in milliseconds since the epoch. */
  since: number | undefined
}

export interface DrawnEntry {
  number: number
  title: string
  description: string
  /** Of the page of its technology. */
  path: string
  /** Index in the array of quadrants. */
  quadrant: number
  /** Index in the array of rings. */
  ring: number
  /** Absent when the entry has not moved in the period. */
  change?: RingChange
  /** Title of the entry to use instead. */
  useInstead?: string
}

/** Selects the marks and the quadrants of a picture. */
interface DrawingOptions {
  since?: number | undefined
  /** Id of the only quadrant to draw, in any case. */
  quadrant?: string | undefined
  isFiltered?: boolean
  /** By default from the entries of the radar, which a filter may omit. */
  replacementOf?: FindReplacement
}

/** More blips are too small to distinguish. */
const MAX = { quadrants: 8, rings: 8, entries: 1_000 }

/**
 * The entries with a ring as present position, without those in `review` or `ignore`. Above the maximum,
 * entries of the most crowded sectors are omitted.
 */
export function drawnRadar(view: RadarView, options: DrawingOptions = {}): DrawnRadar {
  const { since, quadrant, isFiltered = false, replacementOf = replacementFinder(view) } = options
  const { radar } = view
  const query = directorateOf(view)
  const quadrants = understood(radar.quadrants.map(partOf))
  const rings = understood(radar.rings.map(partOf))
  const quadrantIndex = indexIn(quadrants)
  const ringIndex = indexIn(rings)
  const all = understood(radar.entries.map(entryOf)).map((entry) => {
    const positions = positionsIn(view, entry)
    const { title, description } = entry
    const useInstead = replacementOf(entry)?.title
    return {
      title,
      description,
      line: admitLine(title),
      path: technologyPath(title, query),
      quadrant: quadrantIndex(entry.quadrant),
      ring: ringIndex(positions.at(-1)?.ringId),
      ...(useInstead !== undefined && { useInstead }),
      ...changeOf(positions, since, ringIndex),
    }
  })
  const inRings = all.filter(({ ring }) => ring >= 0)
  const located = inRings
    .filter((entry) => entry.quadrant >= 0)
    .toSorted((a, b) => a.quadrant - b.quadrant || a.ring - b.ring || compareNames(a.line, b.line))
  const drawn = evenly(
    located.filter((entry) => entry.quadrant < MAX.quadrants && entry.ring < MAX.rings),
    MAX.entries,
  )
  const omitted = Map.groupBy(
    located.filter((entry) => !drawn.has(entry)),
    ({ ring }) => ring,
  )
  const changed = (change: RingChange) => located.filter((entry) => entry.change === change).length
  return {
    title: titleOf(view),
    quadrants: quadrants.slice(0, MAX.quadrants).map(({ name }) => name),
    quadrantPaths: quadrants
      .slice(0, MAX.quadrants)
      .map(({ id }) => urlWith('/radar', { quadrant: id, ...query })),
    rings: rings.slice(0, MAX.rings).map(({ name }) => name),
    entries: located
      .filter((entry) => drawn.has(entry))
      .map(({ line: _line, ...entry }, i) => ({ ...entry, number: i + 1 })),
    total: located.length,
    omitted: [...omitted]
      .toSorted(([a], [b]) => a - b)
      .map(([ring, { length: count }]) => ({ ring: rings[ring]?.name ?? '', count })),
    changes: { new: changed('new'), in: changed('in'), out: changed('out') },
    withoutRing: all.length - inRings.length,
    withoutQuadrant: inRings.length - located.length,
    isFiltered,
    only: onlyIndex(quadrants, quadrant),
    since,
  }
}

/** A number of entries: the first of each sector, then the second of each. */
function evenly<E extends Pick<DrawnEntry, 'quadrant' | 'ring'>>(
  entries: readonly E[],
  maximum: number,
): ReadonlySet<E> {
  const sectors = Map.groupBy(entries, ({ quadrant, ring }) => `${quadrant} ${ring}`)
  const ranked = [...sectors.values()].flatMap((sector) =>
    sector.map((entry, rank) => ({ entry, rank })),
  )
  const first = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, maximum)
  return new Set(first.map(({ entry }) => entry))
}

function changeOf(
  positions: readonly StoredPosition[],
  since: number | undefined,
  ringIndex: (id: unknown) => number,
): Pick<DrawnEntry, 'change'> {
  const change = since === undefined ? undefined : ringChange(positions, since, ringIndex)
  return change === undefined ? {} : { change }
}

function onlyIndex(
  quadrants: readonly StoredPart[],
  wanted: string | undefined,
): number | undefined {
  if (wanted === undefined) return undefined
  const index = quadrants.findIndex(({ id }) => id.toLowerCase() === wanted.toLowerCase())
  return index < 0 ? undefined : index
}

/** Creates the function that finds the index of an id, -1 when it is unknown. */
export function indexIn(elements: readonly StoredPart[]): (id: unknown) => number {
  const indexes = new Map<unknown, number>()
  for (const [i, { id }] of elements.entries()) if (!indexes.has(id)) indexes.set(id, i)
  return (id) => indexes.get(id) ?? -1
}
