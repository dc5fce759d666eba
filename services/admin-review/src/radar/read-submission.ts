import type { Quadrant, Ring } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { z } from 'zod'
import { assertReferences, INVALID_ENTRY } from './assert-references.ts'
import {
  EntriesInput,
  QuadrantsInput,
  RingsInput,
  TitleInput,
  type EntryInput,
} from './radar-input.ts'

const EMPTY = 'Invalid or empty entries data'

/** What both generations of clients send; `readSubmission` checks the rest. */
export const RadarBody = z
  .looseObject(
    {
      title: z
        .unknown()
        .optional()
        .meta({ description: 'with title, quadrants and rings everything is replaced' }),
      quadrants: z.unknown().optional(),
      rings: z.unknown().optional(),
      entries: z.array(z.unknown(), EMPTY).min(1, EMPTY).meta({
        description:
          'each has id, title, quadrant and a timeline of positions (moved, ringId, date, description); alone they are merged by id',
      }),
    },
    EMPTY,
  )
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
  if (!isWhole) return { entries: checked(EntriesInput, entries, INVALID_ENTRY) }
  const structure = {
    title: checked(TitleInput, title, 'Invalid or missing title'),
    quadrants: checked(QuadrantsInput, quadrants, 'Invalid quadrants structure'),
    rings: checked(RingsInput, rings, 'Invalid rings structure'),
  }
  const whole = { structure, entries: checked(EntriesInput, entries, INVALID_ENTRY) }
  assertReferences(whole.entries, structure)
  return whole
}

/** The value as it was sent: a parsed copy would change the order of its keys. */
function checked<T>(schema: z.ZodType<T>, value: unknown, text: string): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new DomainError('invalid-input', text, { cause: parsed.error })
  return value as T
}
