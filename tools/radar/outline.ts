import { fieldsOf } from '@landscape/contracts/entries'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { asRecord, isRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { Quadrant, Ring } from '@landscape/contracts/shapes'
import { foldPartName, type Movement } from './file-radar.ts'

/** A position of an entry in an exported ring. */
export interface OutlinedPosition {
  ring: Ring
  /** The stored string. */
  date: string
  /** Milliseconds since the epoch; `undefined` for a date that is not ISO 8601. */
  instant: number | undefined
  description: string
  movement: Movement
}

/** An entry in a quadrant and a ring. */
export interface OutlinedEntry {
  id: string
  title: string
  quadrant: Quadrant
  key: string
  /** `undefined` for the placeholder `#`. */
  url: string | undefined
  description: string
  links: { url: string; title: string }[]
  tags: string[]
  /** At least one, the present position last. */
  positions: OutlinedPosition[]
}

/** The part of a radar that formats of other programs can represent. */
export interface Outline {
  title: string
  quadrants: Quadrant[]
  rings: Ring[]
  entries: OutlinedEntry[]
  /** Messages about omitted parts. */
  notes: string[]
}

/**
 * Selects the entries in a quadrant and a ring; entries under review or ignored are omitted.
 *
 * @param since milliseconds since the epoch; entries that moved earlier count as not moved
 */
export function outlineOf(radar: RadarDocument, since = -Infinity): Outline {
  const quadrants = partsOf(radar.quadrants)
  const rings = partsOf(radar.rings)
  const notes: string[] = []
  const entries = radar.entries.flatMap((value) => {
    const entry = asRecord(value)
    const { id } = entry
    const { title } = fieldsOf(entry)
    const quadrant = quadrants.find((quadrant) => quadrant.id === entry['quadrant'])
    const timeline = recordsOf(entry['timeline'])
    const present = timeline.at(-1)?.['ringId']
    const omit = (why: string) => {
      notes.push(`${title || textOf(id) || 'an element'}: not exported, ${why}`)
      return []
    }
    if (typeof id !== 'string' || title === '') return omit('it has no id or no title')
    if (!quadrant) return omit('its quadrant is unknown')
    if (present === 'review') return omit('it is under review')
    if (present === 'ignore') return omit('it is ignored')
    const positions = positionsOf(timeline, rings, since)
    if (!rings.some((ring) => ring.id === present)) return omit('its ring is unknown')
    return [{ id, quadrant, positions, ...fieldsOf(entry) }]
  })
  return { title: radar.title, quadrants, rings, entries, notes }
}

/** Names of quadrants, rings and entries of a quadrant that are ambiguous in a format without ids. */
export function duplicateNamesIn({ quadrants, rings, entries }: Outline): string[] {
  const parts = Object.entries({ quadrants, rings }).flatMap(([kind, all]) =>
    repeated(all, ({ name }) => foldPartName(name)).map(
      ([name, { length }]) =>
        `${name}: ${length} ${kind} have this name; an import treats them as one`,
    ),
  )
  const same = repeated(entries, ({ title, quadrant }) => JSON.stringify([title, quadrant.id]))
  return [
    ...parts,
    ...same.map(
      ([, [first, ...others]]) =>
        `${first?.title}: ${others.length + 1} entries of ${first?.quadrant.name} have this ` +
        'name; an import rejects all but the first',
    ),
  ]
}

function repeated<T>(values: readonly T[], keyOf: (value: T) => string): [string, T[]][] {
  return [...Map.groupBy(values, keyOf)].filter(([, { length }]) => length > 1)
}

function positionsOf(
  timeline: readonly JsonRecord[],
  rings: readonly Ring[],
  since: number,
): OutlinedPosition[] {
  return timeline.flatMap((item, i) => {
    const ring = rings.find(({ id }) => id === item['ringId'])
    if (!ring) return []
    const date = textOf(item['date'])
    const instant = parseIsoInstant(date)
    const isOld = instant !== undefined && instant < since
    const movement = isOld ? 'none' : movementOf(item, i === 0)
    return [{ ring, date, instant, description: textOf(item['description']), movement }]
  })
}

/** A first position without a move is new, unless an import has set `isNew: false`. */
function movementOf({ moved, isNew }: JsonRecord, isFirst: boolean): Movement {
  if (typeof moved === 'number' && moved > 0) return 'in'
  if (typeof moved === 'number' && moved < 0) return 'out'
  return isFirst && isNew !== false ? 'new' : 'none'
}

/** The quadrants or rings with an id; the id is the default name. */
export function partsOf(values: readonly unknown[]): (Quadrant & Ring)[] {
  return values.filter(isRecord).flatMap((part) => {
    const { id, name } = part
    return typeof id === 'string' ? [{ ...part, id, name: textOf(name) || id }] : []
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
