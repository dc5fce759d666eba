import { asRecord, recordsOf, type JsonRecord, type RadarDocument } from '@landscape/contracts'

/** What of a radar can be drawn. */
export interface DrawnRadar {
  title: string
  /** Names. */
  quadrants: readonly string[]
  /** From the innermost outwards; a colour is what the document says. */
  rings: readonly { name: string; color: unknown }[]
  /** By quadrant, ring and title, numbered from 1 in this order. */
  entries: readonly DrawnEntry[]
  /** How many entries are in none of the rings and quadrants, or beyond what can be drawn. */
  others: number
}

export interface DrawnEntry {
  number: number
  title: string
  /** Places in the lists of quadrants and rings. */
  quadrant: number
  ring: number
}

const MAX = { quadrants: 8, rings: 8, entries: 400 }
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** Every entry whose present position is one of the rings; those in review and those to be ignored are not on the radar. */
export function drawnRadar(radar: RadarDocument): DrawnRadar {
  const quadrants = namedIn(radar.quadrants).slice(0, MAX.quadrants)
  const rings = namedIn(radar.rings).slice(0, MAX.rings)
  const all = recordsOf(radar.entries)
  const entries = all
    .map((entry) => ({
      title: textOf(entry['title']) || textOf(entry['id']) || '(no title)',
      quadrant: placeOf(quadrants, entry['quadrant']),
      ring: placeOf(rings, asRecord(recordsOf(entry['timeline']).at(-1))['ringId']),
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

function placeOf(elements: readonly Named[], id: unknown): number {
  return elements.findIndex((element) => element.id === id)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
