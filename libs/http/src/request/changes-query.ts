import { Instant } from '@landscape/contracts/history'
import { writeCursor, readCursor } from '@landscape/store/history/change-page'
import { z } from 'zod'
import { PageLimit, pageCursor } from './page-query.ts'

/** Maximum length of a subject (characters): that of a banner's text. */
const MAX_SUBJECT = 10_000
/** Maximum length of an e-mail address (characters, RFC 5321 §4.5.3.1). */
const MAX_ACTOR = 320

/** The query of a page of changes. */
export const ChangesQuery = z.object({
  subject: z
    .string('Invalid subject')
    .max(MAX_SUBJECT, 'subject may have at most 10,000 characters')
    .transform((subject) => subject.trim())
    .optional()
    .meta({
      description:
        "case-insensitive part of an entry's id or title, a project's name, a list's category, " +
        "or a banner's text, title or id",
      examples: ['Harbour Berths'],
    }),
  actor: z
    .string('Invalid actor')
    .max(MAX_ACTOR, 'actor may have at most 320 characters')
    .transform((email) => email.trim())
    .optional()
    .meta({
      description: 'case-insensitive part of the e-mail address of the person who made the change',
      examples: ['maren.holt@acme-coast.example'],
    }),
  since: Instant.optional().meta({
    description: 'ISO 8601: earliest time of a change',
    examples: ['2026-10-01'],
  }),
  until: Instant.optional().meta({
    description: 'ISO 8601: latest time of a change',
    examples: ['2026-10-31T17:00:00Z'],
  }),
  limit: PageLimit.default(50).meta({
    description: '1 to 200, 50 by default. A page of very large changes contains fewer.',
    examples: [20],
  }),
  cursor: pageCursor(readCursor)
    .optional()
    .meta({
      description: '`next` of the previous page',
      examples: [writeCursor({ radar: { number: 12, index: 1 } })],
    }),
})
export type ChangesQuery = z.output<typeof ChangesQuery>
