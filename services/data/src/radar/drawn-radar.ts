import { recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { ringChange, type RingChange } from './ring-changes.ts'
import { positionsIn, type SeenRadar } from './seen-radar.ts'
import { technologyPath } from './technology-path.ts'

/** The drawable part of a radar. */
export interface DrawnRadar {
  title: string
  /** Names. */
  quadrants: readonly string[]
  /** From the innermost outwards, with the stored colours. */
  rings: readonly { name: string; color: unknown }[]
  /** Sorted by quadrant, ring and title; numbered from 1. */
  entries: readonly DrawnEntry[]
  /** Number of entries in no ring or quadrant, or above the maximum. */
  others: number
  /** Index of the only quadrant to draw; all when absent. */
  only: number | undefined
  /** Start of the period whose changes are marked, in milliseconds since the epoch. */
  since: number | undefined
}

export interface DrawnEntry {
  number: number
  title: string
  /** Of the page of its technology. */
  path: string
  /** Index in the array of quadrants. */
  quadrant: number
  /** Index in the array of rings. */
  ring: number
  /** Absent when the entry has not moved in the period. */
  change?: RingChange
}

/** Selects the marks and the quadrants of a picture. */
interface View {
  since?: number | undefined
  /** Id of the only quadrant to draw, in any case. */
  quadrant?: string | undefined
}

const MAX = { quadrants: 8, rings: 8, entries: 400 }
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** The entries with a ring as present position, without those in `review` or `ignore`. */
export function drawnRadar(seen: SeenRadar, { since, quadrant }: View = {}): DrawnRadar {
  const { radar } = seen
  const quadrants = namedIn(radar.quadrants).slice(0, MAX.quadrants)
  const rings = namedIn(radar.rings).slice(0, MAX.rings)
  const ringIndex = (id: unknown) => indexOfId(rings, id)
  const all = recordsOf(radar.entries)
  const entries = all
    .map((entry) => {
      const positions = positionsIn(seen, entry)
      const title = textOf(entry['title']) || textOf(entry['id']) || '(no title)'
      return {
        title,
        path: technologyPath(title, seen),
        quadrant: indexOfId(quadrants, entry['quadrant']),
        ring: ringIndex(positions.at(-1)?.['ringId']),
        ...changeOf(positions, since, ringIndex),
      }
    })
    .filter(({ quadrant, ring }) => quadrant >= 0 && ring >= 0)
    .toSorted(
      (a, b) => a.quadrant - b.quadrant || a.ring - b.ring || BY_NAME.compare(a.title, b.title),
    )
    .slice(0, MAX.entries)
    .map((entry, i) => ({ ...entry, number: i + 1 }))
  return {
    title: radar.title.trim() || 'Technology radar',
    quadrants: quadrants.map(({ name }) => name),
    rings: rings.map(({ name, color }) => ({ name, color })),
    entries,
    others: all.length - entries.length,
    only: onlyIndex(quadrants, quadrant),
    since,
  }
}

function changeOf(
  positions: readonly JsonRecord[],
  since: number | undefined,
  ringIndex: (id: unknown) => number,
): Pick<DrawnEntry, 'change'> {
  const change = since === undefined ? undefined : ringChange(positions, since, ringIndex)
  return change === undefined ? {} : { change }
}

function onlyIndex(quadrants: readonly Named[], wanted: string | undefined): number | undefined {
  if (wanted === undefined) return undefined
  const index = quadrants.findIndex(({ id }) => id.toLowerCase() === wanted.toLowerCase())
  return index < 0 ? undefined : index
}

type Named = JsonRecord & { id: string; name: string }

function namedIn(elements: readonly unknown[]): Named[] {
  return recordsOf(elements).flatMap((element) => {
    const { id, name } = element
    return typeof id === 'string' ? [{ ...element, id, name: textOf(name) || id }] : []
  })
}

function indexOfId(elements: readonly Named[], id: unknown): number {
  return elements.findIndex((element) => element.id === id)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
