import { Instant } from '@landscape/contracts'
import { cursorText, readCursor } from '@landscape/history'
import { z } from 'zod'
import { PageLimit, pageCursor } from './page-query.ts'

/** The query of a page of changes; `actor` compares as identities spell e-mail addresses. */
export const ChangesQuery = z.object({
  subject: z
    .string('Invalid subject')
    .optional()
    .meta({
      description: "an entry's id, a project's name, a list's category, a banner's text",
      examples: ['Harbour Berths'],
    }),
  actor: z
    .string('Invalid actor')
    .transform((email) => email.trim().toLowerCase())
    .optional()
    .meta({
      description: 'e-mail of who made the change',
      examples: ['maren.holt@acme-coast.example'],
    }),
  since: Instant.optional().meta({
    description: 'ISO 8601: nothing before',
    examples: ['2026-10-01'],
  }),
  until: Instant.optional().meta({
    description: 'ISO 8601: nothing after',
    examples: ['2026-10-31T17:00:00Z'],
  }),
  limit: PageLimit.default(50).meta({
    description: '1 to 200, 50 unless it is said; a page of very large changes ends earlier',
    examples: [20],
  }),
  cursor: pageCursor(readCursor)
    .optional()
    .meta({
      description: '`next` of the page before',
      examples: [cursorText({ radar: { number: 12, index: 1 } })],
    }),
})
export type ChangesQuery = z.output<typeof ChangesQuery>
