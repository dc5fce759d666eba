import {
  TechnologiesReply,
  TechnologyDetails,
  TechnologyRow,
  type TechnologyFilter,
} from './reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { technologiesPage } from './list-page.ts'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import { createJsonResponder, LANDSCAPE_READ, slugParams } from '../reads/responders.ts'
import { anyOrFlag, choiceOf, listRoutes } from '../reads/list-routes.ts'
import type { LandscapeView } from '../join/read-landscape.ts'
import { createTechnologyReader, type TechnologySources } from './read-technology.ts'
import { listTechnologies, TECHNOLOGY_FILTER, TECHNOLOGY_SORTS } from './list-technologies.ts'

interface TechnologyDeps extends TechnologySources {
  cache: ResponseCache
}

/** The technologies of the landscape, and one of them. */
export function technologyRoutes(deps: TechnologyDeps): Route[] {
  return [...technologyList(deps), oneRoute(deps)]
}

function technologyList({ readLandscape, similarNames, cache }: TechnologyDeps): Route[] {
  const { section, used, on_radar: onRadar } = TECHNOLOGY_FILTER
  return listRoutes<LandscapeView, TechnologyFilter, TechnologiesReply>({
    read: readLandscape,
    similarNames,
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
      used: anyOrFlag(used),
      on_radar: anyOrFlag(onRadar),
    },
    sorts: TECHNOLOGY_SORTS,
    first: { sort: 'name', position: ['angular', 'angular'] },
    firstOfPage: { sort: '-projects', position: [8, 'angular'] },
    columns: Object.keys(TechnologyRow.shape).flatMap((name) =>
      name === 'planned' ? ['planned.ring', 'planned.from'] : [name],
    ),
    reply: TechnologiesReply,
    rowsOf: ({ technologies }) => technologies,
    list: listTechnologies,
    page: technologiesPage,
  })
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
