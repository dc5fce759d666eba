import {
  asRecord,
  type Element,
  elementsOf,
  isRecord,
  type JsonRecord,
  recordsOf,
  stringOf,
} from './json.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { oncePerObject } from './once-per-object.ts'

/** A stored entry of the radar; a malformed value counts as absent. */
export interface StoredEntry {
  readonly raw: JsonRecord
  readonly id: string
  readonly title: string
  /** Id of its quadrant, known or not; empty when absent. */
  readonly quadrant: string
  readonly description: string
  /** Id of the entry to use instead; empty when absent. */
  readonly useInstead: string
  /** The positions of all directorates, without malformed ones. */
  readonly timeline: readonly StoredPosition[]
}

/** A position of an entry. */
export interface StoredPosition {
  /** Known or not. */
  readonly ringId: string
  /** Milliseconds since the epoch; `undefined` without a readable date. */
  readonly at: number | undefined
  readonly description: string
  /** Id or name of a directorate, as stored. */
  readonly directorate: unknown
}

/** A stored entry; an element without an id or a title is opaque. */
export function entryOf(element: unknown): Element<StoredEntry> {
  return isRecord(element) ? entryOfRecord(element) : { raw: element, isOpaque: true }
}

const entryOfRecord = oncePerObject((raw: JsonRecord): Element<StoredEntry> => {
  const { id } = raw
  const title = textOf(raw['title'])
  if (typeof id !== 'string' || id === '' || title === '') return { raw, isOpaque: true }
  return {
    isOpaque: false,
    raw,
    id,
    title,
    quadrant: textOf(raw['quadrant']),
    description: textOf(raw['description']),
    useInstead: stringOf(raw['useInstead']),
    timeline: recordsOf(raw['timeline']).flatMap(positionOf),
  }
})

/** The other fields of a stored entry, as they are stored. */
export function fieldsOf(entry: JsonRecord) {
  const url = stringOf(entry['url'])
  return {
    title: stringOf(entry['title']),
    key: stringOf(entry['key']) || stringOf(entry['id']),
    /** `undefined` for the placeholder `#`. */
    url: url === '' || url === '#' ? undefined : url,
    description: stringOf(entry['description']),
    links: elementsOf(entry['links']).flatMap((link) => {
      if (typeof link === 'string') return [{ url: link, title: link }]
      const { url: to, title } = asRecord(link)
      return typeof to === 'string' ? [{ url: to, title: stringOf(title) }] : []
    }),
    tags: elementsOf(entry['tags']).filter((tag) => typeof tag === 'string'),
  }
}

/** A stored quadrant or ring. */
export interface StoredPart {
  readonly raw: JsonRecord
  readonly id: string
  /** Its name, or its id without one. */
  readonly name: string
}

/** A stored quadrant or ring; an element without an id is opaque. */
export function partOf(element: unknown): Element<StoredPart> {
  const raw = asRecord(element)
  const { id } = raw
  if (typeof id !== 'string' || id === '') return { raw: element, isOpaque: true }
  return {
    isOpaque: false,
    raw,
    id,
    name: textOf(raw['name']) || id,
  }
}

/** Ring ids that every radar accepts, in addition to its rings. */
export const OTHER_RINGS = ['review', 'ignore'] as const

/** The instant of a stored position; undefined without a readable date. */
export function dateOf({ date }: JsonRecord): number | undefined {
  return typeof date === 'string' ? parseIsoInstant(date) : undefined
}

function positionOf({ ringId, date, description, directorate }: JsonRecord): StoredPosition[] {
  if (typeof ringId !== 'string') return []
  const at = dateOf({ date })
  return [{ ringId, at, description: stringOf(description), directorate }]
}

function textOf(value: unknown): string {
  return stringOf(value).trim()
}
