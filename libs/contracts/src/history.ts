import { z } from 'zod'
import { describedAs } from './described-as.ts'
import { InstantText, NO_INSTANT, parseIsoInstant } from './iso-instant.ts'

/**
 * A point in time in a query, as milliseconds since the epoch once read.
 *
 * @param read what a text means; undefined when it means none
 */
export function instantBy(read: (text: string) => number | undefined) {
  const text = describedAs(z.string(NO_INSTANT.message), InstantText)
  return text.transform((text, context) => {
    const instant = read(text)
    if (instant !== undefined) return instant
    context.addIssue({ code: 'custom', ...NO_INSTANT })
    return z.NEVER
  })
}

/** An instant in a query: ISO 8601, UTC without a zone; milliseconds since the epoch once read. */
export const Instant = instantBy(parseIsoInstant).meta({
  description: 'ISO 8601, such as 2026-11-21T10:00:00.000Z',
})

/** One place that a change altered, or would alter. */
export const Operation = z
  .object({
    op: z.enum(['add', 'remove', 'replace']),
    path: z.string().meta({
      description: 'JSON pointer whose segments are natural keys: /entries/python/description',
    }),
    before: z.unknown().optional().meta({ description: 'absent for add' }),
    after: z.unknown().optional().meta({ description: 'absent for remove' }),
  })
  .meta({ id: 'Operation' })

/** One acknowledged edit by one caller, as clients see it. */
export const RecordedChange = z
  .object({
    id: z.string(),
    at: z.string().meta({ description: 'ISO 8601 in UTC with milliseconds' }),
    document: z.string(),
    actor: z
      .object({ email: z.string() })
      .nullable()
      .meta({ description: 'null when the document was replaced by other means' }),
    action: z.string(),
    requestId: z.string().nullable(),
    subjects: z.array(z.string()),
    summary: z.string(),
    operations: z.array(Operation),
    undoes: z.string().nullable(),
    undoneBy: z.string().nullable(),
    removal: z
      .object({
        of: z.string().meta({ description: 'what people call such things', examples: ['entries'] }),
        count: z.int().min(1),
        total: z.int().min(1).meta({ description: 'how many there were before' }),
      })
      .optional()
      .meta({ description: 'how much the change removed; absent when that is not much' }),
  })
  .meta({ id: 'RecordedChange' })

/** Changes, newest first. */
export const RecordedChanges = z
  .object({
    changes: z
      .array(RecordedChange)
      .meta({ description: 'may be fewer than limit, or none, though there is a next page' }),
    next: z.string().nullable().meta({ description: 'cursor of the next page; null on the last' }),
    gaps: z
      .array(z.object({ document: z.string(), detail: z.string() }))
      .optional()
      .meta({ description: 'histories that are damaged, and end here; absent when there is none' }),
  })
  .meta({ id: 'RecordedChanges' })
