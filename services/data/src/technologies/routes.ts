import {
  TechnologiesReply,
  TechnologyDetails,
  TechnologyRow,
  type TechnologyFilter,
} from '@landscape/contracts/technology-replies'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { technologiesPage } from '@landscape/views/landscape/technologies-page'
import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import { lookAlikesIn, type Resemblance } from '../drift/look-alike-index.ts'
import { assertLegalFilter } from '../join/legal-values.ts'
import { choiceOf, listRoutes } from '../join/list-routes.ts'
import type { ReadLandscape, SeenLandscape } from '../join/read-landscape.ts'
import { TECHNOLOGIES_EXAMPLE, TECHNOLOGY_EXAMPLE } from './examples.ts'
import { listTechnologies, TECHNOLOGY_FILTER, TECHNOLOGY_SORTS } from './list-technologies.ts'
import { lookAlikeRows } from './look-alike-row.ts'
import { technologyDetails } from './technology.ts'

interface TechnologyDeps {
  readLandscape: ReadLandscape
  /** Names that resemble an unknown one, the most similar first. */
  similarNames: (seen: SeenLandscape, name: string) => Promise<readonly string[]>
  cache: ResponseCache
}

const READ = {
  method: 'get',
  tag: 'Technologies',
  access: 'optional',
  strictQuery: true,
  conditional: 'read',
  compressed: true,
} as const

/** The technologies of the landscape, and one of them. */
export function technologyRoutes(deps: TechnologyDeps): Route[] {
  return [...technologyList(deps), oneRoute(deps)]
}

const ANY_OR_FLAG = z
  .enum(['', 'true', 'false'])
  .transform((text) => (text === '' ? undefined : text === 'true'))

function technologyList({ readLandscape, cache }: TechnologyDeps): Route[] {
  const { section, used, on_radar: onRadar } = TECHNOLOGY_FILTER
  return listRoutes<SeenLandscape, TechnologyFilter, TechnologiesReply>({
    read: readLandscape,
    cache,
    path: '/technologies',
    name: 'Technologies',
    tag: 'Technologies',
    summary: 'All technologies with their ring and the number of projects and repositories',
    description:
      'Joins the projects, the radar, the repositories and the technology lists. ' +
      'Names are equal when they differ only in case, spaces, `-`, `_`, `/` or the dot before ' +
      'a suffix; aliases belong to their name. Complete unless `limit` is given.',
    filter: TECHNOLOGY_FILTER,
    choices: {
      section: choiceOf('section', section),
      used: ANY_OR_FLAG.optional().meta(used.meta() ?? {}),
      on_radar: ANY_OR_FLAG.optional().meta(onRadar.meta() ?? {}),
    },
    sorts: TECHNOLOGY_SORTS,
    first: { sort: 'name', position: ['angular', 'angular'] },
    firstOfPage: { sort: '-projects', position: [8, 'angular'] },
    columns: Object.keys(TechnologyRow.shape),
    reply: TechnologiesReply,
    example: TECHNOLOGIES_EXAMPLE,
    rowsOf: ({ technologies }) => technologies,
    assertLegal: assertLegalFilter,
    list: listTechnologies,
    page: technologiesPage,
  })
}

function oneRoute({ readLandscape, similarNames, cache }: TechnologyDeps): Route {
  return route({
    ...READ,
    path: '/api/technologies/:slug',
    id: 'getTechnology',
    summary: 'One technology: its ring, its projects and its repositories',
    description:
      'Accepts a slug, a name, an alias or a spelling; `requestedAs` repeats an alias or ' +
      'spelling. A 404 names up to three similar technologies in `similar`, and up to five look-alikes ' +
      'in `lookAlikes`. Anonymous callers get the ' +
      'public repositories, and the number of the others in `hiddenRepositories`.',
    example: TECHNOLOGY_EXAMPLE,
    params: z.object({
      slug: z
        .string()
        .max(200)
        .meta({ description: 'slug or name', param: { example: 'angular' } }),
    }),
    query: z.object({ directorate: DirectorateQuery }),
    reply: TechnologyDetails,
    codes: ['not-found'],
    async handle({ params: { slug }, query: { directorate }, headers, queued, identity }) {
      const version = await readLandscape(directorate)
      const isForSignedIn = identity !== undefined
      const { etag, staleSeconds, load } = version
      return cache.respond(
        {
          name: JSON.stringify(['technology', slug, version.directorate.id, isForSignedIn]),
          version: etag,
        },
        queued,
        async () => {
          const seen = await load()
          const lookAlikes = await lookAlikesIn(seen.landscape)
          const technology = seen.landscape.find(slug)
          if (!technology) throw notFound(await similarNames(seen, slug), lookAlikes(slug))
          const options = { lookAlikes, isSignedIn: isForSignedIn }
          return prepareJson<TechnologyDetails>(technologyDetails(technology, slug, options))
        },
        (prepared) => respond(headers, prepared, { staleSeconds, ...audienceOf(isForSignedIn) }),
      )
    },
  })
}

function notFound(similar: readonly string[], lookAlikes: readonly Resemblance[]): DomainError {
  const nearest = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`
  return new DomainError('not-found', `No technology has this name${nearest}`, {
    extensions: { similar: [...similar], lookAlikes: lookAlikeRows(lookAlikes) },
  })
}
