import { Instant } from '@landscape/contracts'
import { readCursor } from '@landscape/history'
import { z } from 'zod'
import { PageLimit, pageCursor } from './page-query.ts'

/** The query of a page of changes; `actor` compares as identities spell e-mail addresses. */
export const ChangesQuery = z.object({
  subject: z
    .string('Invalid subject')
    .optional()
    .meta({ description: "an entry's id, a project's name, a list's category, a banner's text" }),
  actor: z
    .string('Invalid actor')
    .transform((email) => email.trim().toLowerCase())
    .optional()
    .meta({ description: 'e-mail of who made the change' }),
  since: Instant.optional().meta({ description: 'ISO 8601: nothing before' }),
  until: Instant.optional().meta({ description: 'ISO 8601: nothing after' }),
  limit: PageLimit.default(50).meta({
    description: '1 to 200; a page of very large changes ends earlier',
  }),
  cursor: pageCursor(readCursor).optional().meta({ description: '`next` of the page before' }),
})
export type ChangesQuery = z.output<typeof ChangesQuery>
