import { RadarDifference } from './reply.ts'
import { Edition, editionsOf, NOW } from '@landscape/contracts/editions'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { z } from 'zod'
import { createJsonResponder } from '../reads/responders.ts'
import { createDifferenceReader } from './read-difference.ts'
import { EditionId, FILTER, NO_EDITIONS, READ, type RadarRoutesDeps } from '../radar/radar-query.ts'

const COMMON = { ...READ, tag: 'Radar', strictQuery: true } as const

/** The editions of the radar, and the difference between two. */
export function editionRoutes(deps: RadarRoutesDeps): Route[] {
  return [listRoute(deps), differenceRoute(deps)]
}

function listRoute({ radarEditions, cache }: RadarRoutesDeps): Route {
  return route({
    ...COMMON,
    path: '/api/tech-radar/editions',
    id: 'listEditions',
    summary: 'Editions of the radar, the newest first',
    description: 'Named instants of the radar. Reads of the radar accept their ids as `edition`.',
    reply: z.object({ editions: z.array(Edition) }),
    handle: showDocument(radarEditions, cache, {
      key: 'editions',
      absent: NO_EDITIONS,
      isPublic: true,
      // The ETag is that of the stored document, so an edit can send it as `If-Match`.
      prepare: (stored) => prepareJson({ editions: editionsOf(stored) }, entityTag(stored)),
    }),
  })
}

function differenceRoute(deps: RadarRoutesDeps): Route {
  const readDifference = createDifferenceReader(deps)
  const respond = createJsonResponder<RadarDifference>(deps.cache)
  return route({
    ...COMMON,
    path: '/api/tech-radar/editions/:id/difference/:other',
    id: 'compareEditions',
    summary: 'The changes from an edition of the radar to another one',
    description:
      'Entries that are new, gone, in another ring, or edited, by their ids. ' +
      'The directorates are the present ones.',
    params: z.object({
      id: EditionId.meta({
        description: '`id` of an edition, from [listEditions](/docs#/Radar/listEditions)',
        param: { example: 'spring-2026' },
      }),
      other: EditionId.meta({
        description: `id of an edition, or \`${NOW}\` for the present radar`,
        param: { example: NOW },
      }),
    }),
    query: z.object({ directorate: FILTER.directorate }),
    reply: RadarDifference,
    codes: ['not-found'],
    handle: async ({ params: { id, other }, query: { directorate }, ...call }) =>
      respond(call, await readDifference(id, other, directorate)),
  })
}
