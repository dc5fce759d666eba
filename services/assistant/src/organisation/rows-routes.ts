import { ArchivedCounts, ArchivedDays, UsageRows } from '@landscape/contracts/assistant'
import { matching } from '@landscape/contracts/described-as'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { respond } from '@landscape/http/responses/conditional-read'
import { readRequired } from '@landscape/http/responses/documents'
import { preparedJsonOf } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import { isSpan, REVERSED } from '../usage/bounded-period.ts'
import { rowsOfUsage } from '../usage/stored-usage.ts'

interface UsageRowsDeps {
  documents: Documents<'organisationHistory' | 'archivedDays' | 'archivedCounts'>
}

const Day = (name: 'from' | 'to') => {
  const message = `Invalid ${name}`
  const detail = 'must be a date such as 2026-01-31'
  return matching(/^\d{4}-\d{2}-\d{2}$/, message, detail)
    .refine((day) => parseIsoInstant(day) !== undefined, { message, params: { detail } })
    .optional()
    .meta({ description: `${name === 'from' ? 'first' : 'last'} day`, examples: ['2026-01-31'] })
}

/** The span of days of a request; both days are included. */
export const PeriodQuery = z.object({ from: Day('from'), to: Day('to') }).refine(isSpan, REVERSED)

const LEGACY = { 'pre-0326': 'archivedDays', 'pre-0225': 'archivedCounts' } as const
const LegacyQuery = z.object({
  type: z
    .enum(['pre-0326', 'pre-0225'], {
      error: ({ input }) =>
        input === undefined || input === ''
          ? 'Missing legacy data type'
          : 'Invalid legacy data type',
    })
    .meta({
      description: 'archive: before March 2026, or before February 2025',
      param: { example: 'pre-0326' },
    }),
})

/** Stored usage in the host's own rows, and archived usage. */
export function usageRowRoutes({ documents }: UsageRowsDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/org/reports',
      id: 'getUsageRows',
      tag: 'Assistant usage',
      summary: 'Stored usage of the organisation as rows of the host, oldest day first',
      description:
        'A day for which only a day object is stored has the numbers that it contains. ' +
        '`from` and `to` are included.',
      access: 'authenticated',
      query: PeriodQuery,
      reply: UsageRows,
      conditional: 'read',
      compressed: true,
      codes: ['not-found'],
      async handle({ query: { from = '', to = '9999' }, headers }) {
        const { value, staleSeconds } = await readRequired(documents.organisationHistory)
        const rows = rowsOfUsage(value).filter(({ day }) => day >= from && day <= to)
        return respond(headers, preparedJsonOf(rows), { staleSeconds, isPersonal: true })
      },
    }),
    route({
      method: 'get',
      path: '/assistant/api/org/legacy',
      id: 'getArchivedUsage',
      tag: 'Assistant usage',
      summary: 'Usage that the previous system archived',
      description: 'The archived document, unchanged.',
      access: 'authenticated',
      query: LegacyQuery,
      reply: z.union([ArchivedDays, ArchivedCounts]),
      conditional: 'read',
      compressed: true,
      codes: ['not-found'],
      async handle({ query: { type }, headers }) {
        const stored = await documents[LEGACY[type]].read()
        if (!stored) throw new DomainError('not-found', 'No usage is archived for this period')
        const { staleSeconds } = stored
        return respond(headers, preparedJsonOf(stored.value), { staleSeconds, isPersonal: true })
      },
    }),
  ]
}
