import {
  BASED_ON,
  CONTROL,
  describedAs,
  isRecord,
  onlyControls,
  type JsonRecord,
} from '@landscape/contracts'
import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const id = text(200).min(1)

/** One position of an entry; the last of a timeline is the present one. */
const TimelineItemInput = z.looseObject({
  moved: z.number(),
  ringId: id,
  date: text(100),
  description: text(50_000),
  author: text(320).nullish(),
  directorate: z.union([z.number(), text(200)]).nullish(),
})

/** An entry as clients send it. Pages crash on an empty timeline, so there must be an item. */
const EntryInput = z.looseObject({
  id,
  title: text(500).min(1),
  quadrant: id,
  timeline: z.array(TimelineItemInput).min(1).max(1_000),
  description: text(50_000).nullish(),
  key: text(500).nullish(),
  url: text(2_048).nullish(),
  links: z.array(z.unknown()).max(100).nullish(),
  tags: z.array(text(200)).max(100).optional(),
})

const partsOf = (part: z.ZodObject) => z.array(part).min(1).max(100)

/** What may be new in a radar. What is stored already may be otherwise. */
export const ENTRIES = z.array(EntryInput)
export const STRUCTURE = {
  title: text(500).min(1),
  quadrants: partsOf(z.looseObject({ id, name: text(200).min(1) })),
  rings: partsOf(z.looseObject({ id, name: text(200).min(1), color: text(100).optional() })),
} as const
export const MAX_ENTRIES = 5_000

const EMPTY = 'Invalid or empty entries data'

/** What both generations of clients send. */
export const RadarBody = z
  .looseObject(
    {
      ...CONTROL,
      ...BASED_ON,
      title: describedAs(z.unknown().optional(), STRUCTURE.title, {
        description: 'with title, quadrants and rings the whole radar is replaced',
      }),
      quadrants: describedAs(z.unknown().optional(), STRUCTURE.quadrants, {
        description: 'with a title and rings',
      }),
      rings: describedAs(z.unknown().optional(), STRUCTURE.rings, {
        description: 'with a title and quadrants',
      }),
      entries: describedAs(z.array(z.unknown(), EMPTY).min(1, EMPTY), ENTRIES.max(MAX_ENTRIES), {
        description: 'merged by id into the stored radar when they come alone',
      }),
    },
    EMPTY,
  )
  .check(onlyControls('dryRun', 'confirmRemoval', 'basedOn'))
  .meta({ id: 'RadarSubmission' })
export type RadarBody = z.infer<typeof RadarBody>

/** What a radar consists of beside its entries, as it was sent. */
export type Structure = Readonly<Record<keyof typeof STRUCTURE, unknown>>

/** Entries to merge, or with a structure of their own to replace everything; not judged yet. */
export interface Submission {
  structure?: Structure
  entries: readonly unknown[]
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

/** Whether a value is a JSON object with a text for an id. */
export function isIdentified(value: unknown): value is IdentifiedEntry {
  return isRecord(value) && typeof value['id'] === 'string'
}
