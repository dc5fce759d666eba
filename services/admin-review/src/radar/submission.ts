import { MAX_ENTRIES } from '@landscape/contracts/admit'
import { BASED_ON, CONTROL } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { RADAR_STRUCTURE, RadarEntryInput } from './radar-input.ts'
import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { z } from 'zod'

/** Schema of new entries; stored entries can differ. */
const ENTRIES = z.array(RadarEntryInput).max(MAX_ENTRIES)

export const EMPTY = 'Invalid or empty entries data'

/** Body of a save, by older and newer clients. */
export const RadarBody = z
  .looseObject(
    {
      ...CONTROL,
      ...BASED_ON,
      title: describedAs(z.unknown().optional(), RADAR_STRUCTURE.title, {
        description: 'with title, quadrants and rings the body replaces the radar',
      }),
      quadrants: describedAs(z.unknown().optional(), RADAR_STRUCTURE.quadrants, {
        description: 'with a title and rings',
      }),
      rings: describedAs(z.unknown().optional(), RADAR_STRUCTURE.rings, {
        description: 'with a title and quadrants',
      }),
      entries: describedAs(z.array(z.unknown(), EMPTY), ENTRIES.min(1), {
        description: 'without title, quadrants and rings: merged by id into the stored radar',
      }),
    },
    EMPTY,
  )
  .meta({ id: 'RadarSubmission' })
export type RadarBody = z.infer<typeof RadarBody>

/** The submitted title, quadrants and rings. */
type Structure = Readonly<Record<keyof typeof RADAR_STRUCTURE, unknown>>

/** Entries to merge, or with a structure a complete replacement; not validated yet. */
export interface Submission {
  structure?: Structure
  entries: readonly unknown[]
}

/** A sent element and its stored counterpart. */
export interface SentEntry {
  /** `undefined` when it changes nothing. */
  sent: unknown
  /** `undefined` for a new entry. */
  stored: unknown
}

/** The submitted members, without the internal field of the review page. */
export function readSubmission({ title, quadrants, rings, entries }: RadarBody): Submission {
  const hasStructure = [title, quadrants, rings].some((part) => part !== undefined)
  const sent = { entries: entries.map(withoutLeak) }
  return hasStructure ? { structure: { title, quadrants, rings }, ...sent } : sent
}

/** An entry without the internal field of the review page. */
export function withoutLeak(entry: unknown): unknown {
  if (!isRecord(entry) || !Object.hasOwn(entry, 'filteredTimeline')) return entry
  const { filteredTimeline: _leaked, ...rest } = entry
  return rest
}

export type IdentifiedEntry = JsonRecord & { id: string }

/** The elements that are objects with a string as id, in order. */
export function identified(values: readonly unknown[]): IdentifiedEntry[] {
  return values.filter(isIdentified)
}

/** Whether a value is a JSON object with a non-empty string as id. */
export function isIdentified(value: unknown): value is IdentifiedEntry {
  return isRecord(value) && typeof value['id'] === 'string' && value['id'] !== ''
}
