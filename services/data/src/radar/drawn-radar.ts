import { asRecord, recordsOf, type JsonRecord, type RadarDocument } from '@landscape/contracts'

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
}

export interface DrawnEntry {
  number: number
  title: string
  /** Index in the array of quadrants. */
  quadrant: number
  /** Index in the array of rings. */
  ring: number
}

const MAX = { quadrants: 8, rings: 8, entries: 400 }
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** The entries with a ring as present position, without those in `review` or `ignore`. */
export function drawnRadar(radar: RadarDocument): DrawnRadar {
  const quadrants = namedIn(radar.quadrants).slice(0, MAX.quadrants)
  const rings = namedIn(radar.rings).slice(0, MAX.rings)
  const all = recordsOf(radar.entries)
  const entries = all
    .map((entry) => ({
      title: textOf(entry['title']) || textOf(entry['id']) || '(no title)',
      quadrant: indexOfId(quadrants, entry['quadrant']),
      ring: indexOfId(rings, asRecord(recordsOf(entry['timeline']).at(-1))['ringId']),
    }))
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
  }
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
