import { route, type Route } from '@landscape/http'
import type { ProjectsDocument } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import { respond, type AnswerCache } from '@landscape/service'
import { z } from 'zod'

import { CsvRow } from '../csv/csv-row.ts'
import { csvRows } from '../csv/csv-rows.ts'

/**
 * Projects as flat rows.
 *
 * @param contactDomains e-mail domains that the contact columns may show; `*` = any
 */
export function csvRoutes(
  projects: StoredDocument<ProjectsDocument>,
  contactDomains: readonly string[],
  cache: AnswerCache,
): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/csv',
      summary: 'Projects as flat rows',
      access: 'public',
      reply: z.array(CsvRow),
      conditional: 'read',
      compressed: true,
      async handle({ headers }) {
        const snapshot = await projects.read()
        const answer = cache.answer(`csv ${snapshot?.etag ?? 'none'}`, () =>
          csvRows(snapshot?.value ?? {}, { contactDomains }),
        )
        return respond(headers, answer, { staleSeconds: snapshot?.staleSeconds })
      },
    }),
  ]
}
