import {
  asRecord,
  isRecord,
  parseIsoInstant,
  recordsOf,
  type JsonRecord,
  type Quadrant,
  type RadarDocument,
  type Ring,
} from '@landscape/contracts'
import { foldName, type Movement } from './file-radar.ts'

/** One position of an entry as other programs may know it. */
export interface OutlinedPosition {
  ring: Ring
  /** Of the ring, counted from the innermost. */
  ringIndex: number
  /** As it is stored. */
  date: string
  /** Milliseconds since the epoch; undefined for a date that is no ISO 8601. */
  instant: number | undefined
  description: string
  movement: Movement
}

/** An entry that lies on the radar. */
export interface OutlinedEntry {
  id: string
  title: string
  quadrant: Quadrant
  quadrantIndex: number
  key: string
  /** Undefined when it leads nowhere. */
  url: string | undefined
  description: string
  links: { url: string; title: string }[]
  tags: string[]
  /** At least one; the last is the present one. */
  positions: OutlinedPosition[]
}

/** A radar without what no other program knows. */
export interface Outline {
  title: string
  quadrants: Quadrant[]
  rings: Ring[]
  entries: OutlinedEntry[]
  /** What is left out, for people. */
  notes: string[]
}

/**
 * What other programs can show of a radar: entries that lie in a quadrant and a ring. Those under review,
 * or ignored, lie in none.
 *
 * @param since what moved before that instant counts as having stayed
 */
export function outlineOf(radar: RadarDocument, since = -Infinity): Outline {
  const quadrants = partsOf(radar.quadrants)
  const rings = partsOf(radar.rings)
  const notes: string[] = []
  const entries = radar.entries.flatMap((value) => {
    const entry = asRecord(value)
    const { id } = entry
    const { title } = fieldsOf(entry)
    const quadrantIndex = quadrants.findIndex((quadrant) => quadrant.id === entry['quadrant'])
    const quadrant = quadrants[quadrantIndex]
    const timeline = recordsOf(entry['timeline'])
    const present = timeline.at(-1)?.['ringId']
    const leaveOut = (why: string) => {
      notes.push(`${title || textOf(id) || 'an element'}: left out, ${why}`)
      return []
    }
    if (typeof id !== 'string' || title === '') return leaveOut('it has no id or no title')
    if (!quadrant) return leaveOut('it lies in no quadrant')
    if (present === 'review') return leaveOut('it is under review')
    if (present === 'ignore') return leaveOut('it is ignored')
    const positions = positionsOf(timeline, rings, since)
    if (!rings.some((ring) => ring.id === present)) return leaveOut('it lies in no ring')
    return [{ id, quadrant, quadrantIndex, positions, ...fieldsOf(entry) }]
  })
  return { title: radar.title, quadrants, rings, entries, notes }
}

/** What a format without ids cannot tell apart: quadrants and rings of one name, and entries of one in a quadrant. */
export function namesakesIn({ quadrants, rings, entries }: Outline): string[] {
  const parts = Object.entries({ quadrants, rings }).flatMap(([kind, all]) =>
    repeated(all, ({ name }) => foldName(name)).map(
      ([name, { length }]) =>
        `${name}: ${length} ${kind} have this name, which an import takes for one`,
    ),
  )
  const same = repeated(entries, ({ title, quadrant }) => JSON.stringify([title, quadrant.id]))
  return [
    ...parts,
    ...same.map(
      ([, [first, ...others]]) =>
        `${first?.title}: ${others.length + 1} entries of ${first?.quadrant.name} have this name, of which an import refuses all but the first`,
    ),
  ]
}

function repeated<T>(values: readonly T[], keyOf: (value: T) => string): [string, T[]][] {
  return [...Map.groupBy(values, keyOf)].filter(([, { length }]) => length > 1)
}

/** What other programs may know of an entry, beside where it lies. */
export function fieldsOf(entry: JsonRecord) {
  const url = textOf(entry['url'])
  return {
    title: textOf(entry['title']),
    key: textOf(entry['key']) || textOf(entry['id']),
    url: url === '' || url === '#' ? undefined : url,
    description: textOf(entry['description']),
    links: recordsOf(entry['links']).flatMap(({ url: to, title }) =>
      typeof to === 'string' ? [{ url: to, title: textOf(title) }] : [],
    ),
    tags: Array.isArray(entry['tags'])
      ? entry['tags'].filter((tag) => typeof tag === 'string')
      : [],
  }
}

function positionsOf(
  timeline: readonly JsonRecord[],
  rings: readonly Ring[],
  since: number,
): OutlinedPosition[] {
  return timeline.flatMap((item, i) => {
    const ringIndex = rings.findIndex(({ id }) => id === item['ringId'])
    const ring = rings[ringIndex]
    if (!ring) return []
    const date = textOf(item['date'])
    const instant = parseIsoInstant(date)
    const isOld = instant !== undefined && instant < since
    const movement = isOld ? 'none' : movementOf(item, i === 0)
    return [{ ring, ringIndex, date, instant, description: textOf(item['description']), movement }]
  })
}

/** A first position that moved from nowhere is new, unless an import said otherwise. */
function movementOf({ moved, isNew }: JsonRecord, isFirst: boolean): Movement {
  if (typeof moved === 'number' && moved > 0) return 'in'
  if (typeof moved === 'number' && moved < 0) return 'out'
  return isFirst && isNew !== false ? 'new' : 'none'
}

/** The quadrants or rings that have an id, with a name for each. */
function partsOf(values: readonly unknown[]): (Quadrant & Ring)[] {
  return values.filter(isRecord).flatMap((part) => {
    const { id, name } = part
    return typeof id === 'string' ? [{ ...part, id, name: textOf(name) || id }] : []
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
