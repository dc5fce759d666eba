import {
  BASED_ON,
  CONTROL,
  describedAs,
  isRecord,
  orStored,
  RADAR_STRUCTURE,
  RadarEntryInput,
  type JsonRecord,
} from '@landscape/contracts'
import { z } from 'zod'

/** What may be new in a radar. What is stored already may be otherwise. */
export const MAX_ENTRIES = 5_000
export const ENTRIES = z.array(RadarEntryInput).max(MAX_ENTRIES)

export const EMPTY = 'Invalid or empty entries data'

/** What both generations of clients send. */
export const RadarBody = z
  .looseObject(
    {
      ...orStored({ ...CONTROL, ...BASED_ON }),
      title: describedAs(z.unknown().optional(), RADAR_STRUCTURE.title, {
        description: 'with title, quadrants and rings the whole radar is replaced',
      }),
      quadrants: describedAs(z.unknown().optional(), RADAR_STRUCTURE.quadrants, {
        description: 'with a title and rings',
      }),
      rings: describedAs(z.unknown().optional(), RADAR_STRUCTURE.rings, {
        description: 'with a title and quadrants',
      }),
      entries: describedAs(z.array(z.unknown(), EMPTY), ENTRIES.min(1), {
        description: 'merged by id into the stored radar when they come alone',
      }),
    },
    EMPTY,
  )
  .meta({ id: 'RadarSubmission' })
export type RadarBody = z.infer<typeof RadarBody>

/** What a radar consists of beside its entries, as it was sent. */
type Structure = Readonly<Record<keyof typeof RADAR_STRUCTURE, unknown>>

/** Entries to merge, or with a structure of their own to replace everything; not judged yet. */
export interface Submission {
  structure?: Structure
  entries: readonly unknown[]
  /** Whether a radar with a structure of its own may lack parts that its sender was not shown. */
  confirmRemoval?: boolean | undefined
}

/** What was sent, without the working field that the review page leaks into it. */
export function readSubmission({ title, quadrants, rings, entries }: RadarBody): Submission {
  const isWhole = [title, quadrants, rings].some((part) => part !== undefined)
  const sent = { entries: entries.map(withoutLeak) }
  return isWhole ? { structure: { title, quadrants, rings }, ...sent } : sent
}

/** An entry without the working field of the review page. */
export function withoutLeak(entry: unknown): unknown {
  if (!isRecord(entry) || !Object.hasOwn(entry, 'filteredTimeline')) return entry
  const { filteredTimeline: _leaked, ...rest } = entry
  return rest
}

export type IdentifiedEntry = JsonRecord & { id: string }

/** The elements that are objects with a text for an id, in their order. */
export function identified(values: readonly unknown[]): IdentifiedEntry[] {
  return values.filter(isIdentified)
}

/** Whether a value is a JSON object with a text for an id, not empty. */
export function isIdentified(value: unknown): value is IdentifiedEntry {
  return isRecord(value) && typeof value['id'] === 'string' && value['id'] !== ''
}
