import { inSlices } from '@landscape/contracts/async/in-slices'
import { respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { Technology } from '../join/landscape.ts'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { repositoryCount } from '../join/use.ts'
import { findLookAlikes } from './look-alikes.ts'

const Suggestion = z.object({
  why: z.string(),
  names: z
    .array(z.object({ name: z.string(), projects: z.int(), repositories: z.int().nullable() }))
    .meta({
      description:
        'two to 20 names that share a form, with the number of projects that write each, and of repositories ' +
        'that contain it; null for a technology that is not a language',
    }),
  omitted: z.int().meta({ description: 'number of other names of this form' }),
})
const Suggestions = z.object({
  suggestions: z.array(Suggestion),
  omitted: z.int().meta({ description: 'number of groups beyond the first 500' }),
})
type Suggestions = z.infer<typeof Suggestions>

/** Groups of technologies that may be the same, for administrators. Nothing is stored. */
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
    summary: 'Technologies that look alike, with the reason and how many use each',
    description:
      'A name disappears when it becomes an alias of another. ' +
      'Suggestions are never applied automatically.',
    example: {
      suggestions: [
        {
          why: 'the names differ only by a suffix',
          names: [
            { name: 'Postgres', projects: 3, repositories: null },
            { name: 'PostgreSQL', projects: 14, repositories: null },
          ],
          omitted: 0,
        },
      ],
      omitted: 0,
    },
    access: { anyGroup: ['admin'] },
    reply: Suggestions,
    conditional: 'read',
    compressed: true,
    async handle({ headers, queued }) {
      const { etag, staleSeconds, load } = await readLandscape()
      return cache.respond(
        { name: 'suggested technology names', version: etag },
        queued,
        async () => {
          const { landscape } = await load()
          const { groups, omitted } = await inSlices(findLookAlikes(landscape.technologies))
          const suggestions = groups.map(({ technologies, why, omitted: further }) => {
            return { why, names: technologies.map(usesOf), omitted: further }
          })
          return prepareJson({ suggestions, omitted })
        },
        (prepared) => respond(headers, prepared, { staleSeconds, isPersonal: true }),
      )
    },
  })
}

function usesOf(technology: Technology) {
  const { name, projects } = technology
  return { name, projects: projects.length, repositories: repositoryCount(technology) }
}
