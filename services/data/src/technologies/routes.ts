import { admitName } from '@landscape/contracts/admit'
import {
  TechnologiesReply,
  TechnologyDetails,
  TechnologyRow,
  type TechnologyFilter,
} from './reply.ts'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { technologiesPage } from './list-page.ts'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import { lookAlikesIn, type Resemblance } from '../names/look-alike-index.ts'
import { assertLegalFilter } from '../reads/legal-values.ts'
import { createJsonResponder, LANDSCAPE_READ, slugParams } from '../reads/responders.ts'
import { choiceOf, listRoutes } from '../reads/list-routes.ts'
import type { ReadLandscape, SeenLandscape } from '../join/read-landscape.ts'
import { TECHNOLOGIES_EXAMPLE, TECHNOLOGY_EXAMPLE } from './examples.ts'
import { listTechnologies, TECHNOLOGY_FILTER, TECHNOLOGY_SORTS } from './list-technologies.ts'
import { lookAlikeRows } from '../names/look-alike-row.ts'
import { technologyDetails } from './technology.ts'

interface TechnologyDeps {
  readLandscape: ReadLandscape
  /** Names that resemble an unknown one, the most similar first. */
  similarNames: (seen: SeenLandscape, name: string) => Promise<readonly string[]>
  cache: ResponseCache
}

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
    summary: 'Technologies with their ring and the number of projects and repositories',
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

/** Creates the function that reads the version of one technology. */
export function createTechnologyReader({
  readLandscape,
  similarNames,
}: Pick<TechnologyDeps, 'readLandscape' | 'similarNames'>) {
  return async (slug: string, directorate: string | undefined) => {
    const version = await readLandscape(directorate)
    const build = async (isSignedIn: boolean): Promise<TechnologyDetails> => {
      const seen = await version.load()
      const lookAlikes = await lookAlikesIn(seen.landscape)
      const technology = seen.landscape.find(slug)
      if (!technology) throw notFound(await similarNames(seen, slug), lookAlikes(admitName(slug)))
      return technologyDetails(technology, slug, { lookAlikes, isSignedIn })
    }
    return { version, build }
  }
}

function oneRoute({ cache, ...deps }: TechnologyDeps): Route {
  const respond = createJsonResponder<TechnologyDetails>(cache)
  const read = createTechnologyReader(deps)
  return route({
    ...LANDSCAPE_READ,
    tag: 'Technologies',
    path: '/api/technologies/:slug',
    id: 'getTechnology',
    summary: 'One technology: its ring, its projects and its repositories',
    description:
      'Accepts a slug, a name, an alias or a spelling; `requestedAs` repeats an alias or ' +
      'spelling. A 404 names up to three similar technologies in `similar`, and up to five look-alikes ' +
      'in `lookAlikes`. Anonymous callers get the ' +
      'public repositories, and the number of the others in `hiddenRepositories`.',
    example: TECHNOLOGY_EXAMPLE,
    params: slugParams('angular'),
    query: z.object({ directorate: DirectorateQuery }),
    reply: TechnologyDetails,
    codes: ['not-found'],
    async handle({ params: { slug }, query: { directorate }, ...call }) {
      const { version, build } = await read(slug, directorate)
      return respond(call, { name: ['technology', slug, version.directorate.id], version, build })
    },
  })
}

function notFound(similar: readonly string[], lookAlikes: readonly Resemblance[]): DomainError {
  const nearest = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`
  return new DomainError('not-found', `No technology has this name${nearest}`, {
    extensions: { similar: [...similar], lookAlikes: lookAlikeRows(lookAlikes) },
  })
}
