import { z } from 'zod'
import { describedAs } from './described-as.ts'
import { InstantText, NO_INSTANT, parseIsoInstant } from './iso-instant.ts'

/**
 * Schema of an instant in a query; its output is milliseconds since the epoch.
 *
 * @param read parses a string; undefined when it is invalid
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

/** An instant in a query: ISO 8601, in UTC without a zone; its output is milliseconds since the epoch. */
export const Instant = instantBy(parseIsoInstant).meta({
  description: 'ISO 8601, such as 2026-11-21T10:00:00.000Z',
})

/** The change of one value, made or previewed. */
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

/** A committed edit of one caller, in the API. */
export const RecordedChange = z
  .object({
    id: z.string(),
    at: z.string().meta({ description: 'ISO 8601 in UTC with milliseconds' }),
    document: z.string(),
    actor: z
      .object({ email: z.string() })
      .nullable()
      .meta({ description: 'null when another program replaced the document' }),
    action: z.string(),
    requestId: z.string().nullable(),
    subjects: z.array(z.string()),
    summary: z.string(),
    operations: z.array(Operation),
    undoes: z.string().nullable(),
    undoneBy: z.string().nullable(),
    removal: z
      .object({
        of: z
          .string()
          .meta({ description: 'plural noun of the removed elements', examples: ['entries'] }),
        count: z.int().min(1),
        total: z.int().min(1).meta({ description: 'number before the change' }),
      })
      .optional()
      .meta({ description: 'extent of a large removal; absent for others' }),
  })
  .meta({ id: 'RecordedChange' })
export type RecordedChange = z.output<typeof RecordedChange>

/** Changes, newest first. */
export const RecordedChanges = z
  .object({
    changes: z.array(RecordedChange).meta({
      description: 'may contain fewer changes than `limit`, or none, before the last page',
    }),
    next: z.string().nullable().meta({ description: 'cursor of the next page; null on the last' }),
    gaps: z
      .array(z.object({ document: z.string(), detail: z.string() }))
      .optional()
      .meta({
        description: 'damaged histories, which end at this page; absent when all are complete',
      }),
  })
  .meta({ id: 'RecordedChanges' })
export type RecordedChanges = z.output<typeof RecordedChanges>
