import {
  describedAs,
  isRecord,
  type JsonRecord,
  type Quadrant,
  type Ring,
  BASED_ON,
  CONTROL,
  onlyControls,
} from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const id = text(200).min(1)

/** One position of an entry; the last of a timeline is the present one. */
export const TimelineItemInput = z.looseObject({
  moved: z.number(),
  ringId: id,
  date: text(100),
  description: text(50_000),
  author: text(320).nullish(),
  directorate: z.union([z.number(), text(200)]).nullish(),
})
export type TimelineItemInput = z.infer<typeof TimelineItemInput>

/** An entry as clients send it. Pages crash on an empty timeline, so there must be an item. */
export const EntryInput = z.looseObject({
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
export type EntryInput = z.infer<typeof EntryInput>

const TitleInput = text(500).min(1)

const hasUniqueIds = (items: readonly { id: string }[]) =>
  new Set(items.map(({ id }) => id)).size === items.length

/** Entries without two of one id. */
const EntriesInput = z
  .array(EntryInput)
  .max(5_000, 'at most 5000')
  .refine(hasUniqueIds, 'two of one id')
const QuadrantsInput = z
  .array(z.looseObject({ id, name: text(200).min(1) }))
  .min(1)
  .max(100)
  .refine(hasUniqueIds)
const RingsInput = z
  .array(z.looseObject({ id, name: text(200).min(1), color: text(100).optional() }))
  .min(1)
  .max(100)
  .refine(hasUniqueIds)

const EMPTY = 'Invalid or empty entries data'

/** What both generations of clients send. */
export const RadarBody = z
  .looseObject(
    {
      ...CONTROL,
      ...BASED_ON,
      title: describedAs(z.unknown().optional(), TitleInput, {
        description: 'with title, quadrants and rings the whole radar is replaced',
      }),
      quadrants: describedAs(z.unknown().optional(), QuadrantsInput, {
        description: 'with a title and rings',
      }),
      rings: describedAs(z.unknown().optional(), RingsInput, {
        description: 'with a title and quadrants',
      }),
      entries: describedAs(z.array(z.unknown(), EMPTY).min(1, EMPTY), EntriesInput, {
        description: 'merged by id into the stored radar when they come alone',
      }),
    },
    EMPTY,
  )
  .check(onlyControls('dryRun', 'confirmRemoval', 'basedOn'))
  .meta({ id: 'RadarSubmission' })
export type RadarBody = z.infer<typeof RadarBody>

export interface Structure {
  title: string
  quadrants: Quadrant[]
  rings: Ring[]
}

/** Entries to merge, or with a structure of their own to replace everything. */
export interface Submission {
  structure?: Structure
  entries: EntryInput[]
}

/**
 * Checks everything about a submission that does not depend on what is stored.
 * @throws DomainError `invalid-input`
 */
export function readSubmission({ title, quadrants, rings, entries }: RadarBody): Submission {
  const isWhole = [title, quadrants, rings].some((part) => part !== undefined)
  if (!isWhole) return { entries: checkedEntries(entries) }
  const structure = {
    title: checked(TitleInput, title, 'Invalid or missing title'),
    quadrants: checked(QuadrantsInput, quadrants, 'Invalid quadrants structure'),
    rings: checked(RingsInput, rings, 'Invalid rings structure'),
  }
  const whole = { structure, entries: checkedEntries(entries) }
  assertReferences(whole.entries, structure)
  return whole
}

/** The value as it was sent: a parsed copy would change the order of its keys. */
function checked<T>(schema: z.ZodType<T>, value: unknown, text: string): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new DomainError('invalid-input', text, { cause: parsed.error })
  return value as T
}

export const INVALID_ENTRY = 'Invalid entry structure'

/** The entries as they were sent. */
function checkedEntries(entries: readonly unknown[]): EntryInput[] {
  const parsed = EntriesInput.safeParse(entries)
  if (parsed.success) return entries as EntryInput[]
  const [first] = parsed.error.issues
  const [index, ...field] = first?.path ?? []
  const fault =
    typeof index === 'number' ? placeOf(entries[index], index, field) : (first?.message ?? '')
  throw new DomainError('invalid-input', invalidEntry(fault), { cause: parsed.error })
}

function invalidEntry(fault: string): string {
  return `${INVALID_ENTRY}: ${fault}`
}

/** Which entry it is, for people, and where in it. */
function placeOf(entry: unknown, index: number, field: readonly PropertyKey[]): string {
  const name = isIdentified(entry) && entry.id ? entry.id.slice(0, 200) : `number ${index + 1}`
  return [`entry ${name.toWellFormed()}`, ...(field.length > 0 ? [field.join('/')] : [])].join(', ')
}

/** Positions outside the rings that every radar has. */
const ALWAYS_LEGAL = ['review', 'ignore']

interface Known {
  quadrants: readonly unknown[]
  rings: readonly unknown[]
}

/**
 * Every entry lies in a quadrant, and every item of its timeline in a ring, that exists.
 * @throws DomainError `invalid-input`
 */
export function assertReferences(entries: readonly EntryInput[], known: Known): void {
  const quadrants = new Set(identified(known.quadrants).map(({ id }) => id))
  const rings = new Set([...ALWAYS_LEGAL, ...identified(known.rings).map(({ id }) => id)])
  for (const [index, entry] of entries.entries()) {
    const item = entry.timeline.findIndex(({ ringId }) => !rings.has(ringId))
    const field = quadrants.has(entry.quadrant) ? ['timeline', item, 'ringId'] : ['quadrant']
    if (field.length === 1 || item >= 0) {
      throw new DomainError('invalid-input', invalidEntry(placeOf(entry, index, field)))
    }
  }
}

/** The elements that are objects with a text for an id, in their order. */
export function identified(values: readonly unknown[]): (JsonRecord & { id: string })[] {
  return values.filter(isIdentified)
}

/** Whether a value is a JSON object with a text for an id. */
export function isIdentified(value: unknown): value is JsonRecord & { id: string } {
  return isRecord(value) && typeof value['id'] === 'string'
}
