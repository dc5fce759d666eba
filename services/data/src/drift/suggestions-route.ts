import { respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { Technology } from '../join/landscape.ts'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { findLookAlikes } from './look-alikes.ts'

const Suggestion = z.object({
  why: z.string(),
  names: z
    .array(z.object({ name: z.string(), projects: z.int(), repositories: z.int() }))
    .meta({ description: 'two names, with the number of projects and repositories that use each' }),
})
const Suggestions = z.object({ suggestions: z.array(Suggestion) })
type Suggestions = z.infer<typeof Suggestions>

/** Pairs of technologies that may be the same, for administrators. Nothing is stored. */
export function suggestionsRoute({
  readLandscape,
  cache,
}: {
  readLandscape: () => Promise<LandscapeVersion>
  cache: ResponseCache
}): Route {
  return route({
    method: 'get',
    path: '/admin/api/technology-names/suggestions',
    id: 'suggestTechnologyNames',
    tag: 'Administration',
    summary: 'Pairs of technologies that look alike, with the reason and how many use each',
    description:
      'A pair disappears when one becomes an alias of the other. ' +
      'Suggestions are never applied automatically.',
    example: {
      suggestions: [
        {
          why: 'the names differ only by a suffix',
          names: [
            { name: 'Postgres', projects: 3, repositories: 0 },
            { name: 'PostgreSQL', projects: 14, repositories: 0 },
          ],
        },
      ],
    },
    access: { anyGroup: ['admin'] },
    reply: Suggestions,
    conditional: 'read',
    compressed: true,
    async handle({ headers, queued }) {
      const { landscape, etag, staleSeconds } = await readLandscape()
      return cache.respond(
        { name: 'suggested technology names', version: etag },
        queued,
        () =>
          prepareJson({
            suggestions: findLookAlikes(landscape.technologies).map(({ technologies, why }) => ({
              why,
              names: technologies.map(usesOf),
            })),
          }),
        (prepared) => respond(headers, prepared, { staleSeconds, isPersonal: true }),
      )
    },
  })
}

function usesOf({ name, projects, repositories }: Technology) {
  return { name, projects: projects.length, repositories: repositories.length }
}
