import { route, type Route } from '@landscape/http'
import type { ProjectsDocument } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/object-store'
import { respond, type AnswerCache } from '@landscape/service'
import { z } from 'zod'

import { csvRows } from '../csv/csv-rows.ts'

const Dependency = z.object({ name: z.unknown(), description: z.unknown() })
const Row = z
  .object({
    Project: z.string(),
    Project_Dependencies: z.array(Dependency),
    Listed_As_Project_Dependency: z.array(Dependency),
  })
  .catchall(z.string())
  .meta({ id: 'CsvRow', description: 'one flat row per project, 34 columns' })

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
      reply: z.array(Row),
      errors: [500, 503],
      async handle({ req }) {
        const snapshot = await projects.read()
        const answer = cache.answer(`csv ${snapshot?.etag ?? 'none'}`, () =>
          csvRows(snapshot?.value ?? {}, { contactDomains }),
        )
        return respond(req.headers, answer, { staleSeconds: snapshot?.staleSeconds })
      },
    }),
  ]
}
