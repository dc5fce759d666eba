import {
  TechnologiesReply,
  TechnologyDetails,
  TechnologyRow,
} from '@landscape/contracts/technology-replies'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { inOrder, listParameters } from '@landscape/http/request/list-query'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { respondList } from '@landscape/http/responses/respond-list'
import { rowTypes } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import { lookAlikesIn, type Resemblance } from '../drift/look-alike-index.ts'
import { assertLegalFilter } from '../join/legal-values.ts'
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

const PATH = '/api/technologies'
const COLUMNS = Object.keys(TechnologyRow.shape)
/** The technologies of the landscape, and one of them. */
export function technologyRoutes(deps: TechnologyDeps): Route[] {
  return [listRoute(deps), oneRoute(deps)]
}

function listRoute({ readLandscape, cache }: TechnologyDeps): Route {
  return route({
    ...READ,
    path: PATH,
    id: 'listTechnologies',
    summary: 'All technologies with their ring and the number of projects and repositories',
    description:
      'Joins the projects, the radar, the repositories and the technology lists. ' +
      'Names are equal when they differ only in case, spaces, `-`, `_`, `/` or the dot before ' +
      'a suffix; aliases belong to their name. Complete unless `limit` is given.',
    example: TECHNOLOGIES_EXAMPLE,
    ...rowTypes(COLUMNS, TECHNOLOGIES_EXAMPLE.technologies),
    query: z
      .object({
        ...TECHNOLOGY_FILTER,
        ...listParameters(TECHNOLOGY_SORTS, {
          sort: 'name',
          position: ['angular', 'angular'],
        }),
      })
      .refine(...inOrder('name')),
    reply: TechnologiesReply,
    replyHeaders: NEXT_PAGE,
    async handle({ query, headers, queued, identity }) {
      const {
        directorate,
        limit,
        cursor,
        sort = 'name',
        format: _format,
        for: _for,
        ...filter
      } = query
      const { etag, staleSeconds, load } = await readLandscape(directorate)
      const isSignedIn = identity !== undefined
      return respondList<TechnologiesReply>(headers, {
        path: PATH,
        columns: COLUMNS,
        query,
        options: { staleSeconds, ...audienceOf(isSignedIn) },
        kept: { cache, queued, name: [isSignedIn], version: etag },
        rowsOf: ({ technologies }) => technologies,
        async build() {
          const { landscape } = await load()
          assertLegalFilter(landscape, filter)
          return listTechnologies(landscape, filter, { sort, limit, cursor })
        },
      })
    },
  })
}

function oneRoute({ readLandscape, similarNames, cache }: TechnologyDeps): Route {
  return route({
    ...READ,
    path: `${PATH}/:slug`,
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
