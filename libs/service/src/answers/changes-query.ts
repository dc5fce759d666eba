import { Instant } from '@landscape/contracts'
import { readCursor, type Cursor } from '@landscape/history'
import { z } from 'zod'

const LIMIT = 'limit must be a whole number from 1 to 200'

/** The query of a page of changes; `actor` compares as identities spell e-mail addresses. */
export const ChangesQuery = z.object({
  subject: z
    .string()
    .optional()
    .meta({ description: "an entry's id, a project's name, a list's category, a banner's text" }),
  actor: z
    .string()
    .transform((email) => email.trim().toLowerCase())
    .optional()
    .meta({ description: 'e-mail of who made the change' }),
  since: Instant.optional(),
  until: Instant.optional(),
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,3}$/, LIMIT)
    .transform(Number)
    .pipe(z.int().min(1, LIMIT).max(200, LIMIT))
    .default(50)
    .meta({ description: '1 to 200; a page of very large changes ends earlier' }),
  cursor: z
    .string('Invalid cursor')
    .max(2_000, 'Invalid cursor')
    .transform((text, context): Cursor => {
      const cursor = readCursor(text)
      if (cursor !== undefined) return cursor
      context.addIssue({ code: 'custom', message: 'Invalid cursor' })
      return z.NEVER
    })
    .optional()
    .meta({ description: '`next` of the page before' }),
})
export type ChangesQuery = z.output<typeof ChangesQuery>
