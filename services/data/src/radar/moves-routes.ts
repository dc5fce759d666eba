import { NO_DOCUMENTS } from '../join/join-landscape.ts'
import { Move } from '../timeline/reply.ts'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import {
  type PreparedResponse,
  prepareJson,
  prepareText,
} from '@landscape/http/responses/prepared-response'
import { type Call, route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { ATOM, atomFeed } from './atom-feed.ts'
import { filterRadar } from './filter-radar.ts'
import { movesOf } from '../timeline/moves.ts'
import { movesReply, PeriodQuery, readRadarView, type MovesQuery } from './read-moves.ts'
import { READ, type RadarRoutesDeps } from './radar-query.ts'
import { type RadarView } from '../timeline/radar-view.ts'

type RequestContext = Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'queued'>

/** The moves on the radar as JSON and as a feed. */
export function movesRoutes(deps: RadarRoutesDeps): Route[] {
  return [movesRoute(deps), feedRoute(deps)]
}

function movesRoute(deps: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/changes',
    id: 'listMoves',
    strictQuery: true,
    tag: 'Radar',
    summary: 'Entries added to the radar or moved on it, newest first',
    description:
      'Derived from the positions of the entries that count for the directorate. Authors are not shown.',
    query: PeriodQuery,
    reply: z.object({
      title: z.string().meta({ description: 'of the radar' }),
      changes: z.array(Move),
      rings: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .meta({ description: 'all rings, with the names of their ids' }),
    }),
    codes: ['not-found'],
    handle: ({ query, ...context }) =>
      respondMoves(deps, context, { key: 'moves', query }, (shown) =>
        prepareJson(movesReply(shown, query)),
      ),
  })
}

function feedRoute(deps: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/feed.atom',
    id: 'getRadarFeed',
    tag: 'Radar',
    summary: 'Changes of the radar as an Atom feed (RFC 4287)',
    description:
      'For feed readers: each change is an entry with a constant id and a link to the page of ' +
      'its technology. Links are absolute where the operator has set `PUBLIC_URL`.',
    query: PeriodQuery,
    reply: z.string(),
    mediaType: ATOM,
    handle: ({ query, ...context }) =>
      // A feed reader removes a feed that it cannot read.
      respondMoves(deps, context, { key: 'feed', query, absent: NO_DOCUMENTS.radar }, (shown) =>
        prepareText(atomFeed(shown, movesOf(shown, query), { publicUrl: deps.publicUrl }), ATOM),
      ),
  })
}

/** Responds from the cache with a view of the filtered radar. */
async function respondMoves<T>(
  { cache, ...deps }: RadarRoutesDeps,
  { headers, queued }: RequestContext,
  { key, query, absent }: { key: string; query: MovesQuery; absent?: RadarDocument },
  prepare: (view: RadarView) => PreparedResponse<T>,
) {
  const { view, etag, staleSeconds, directorate } = await readRadarView(
    deps,
    query.directorate,
    absent,
  )
  const { since, until, ring, quadrant } = query
  const name = JSON.stringify([key, since, until, ring, quadrant, directorate.id])
  return cache.respond(
    { name, version: etag },
    queued,
    () => prepare(filterRadar(view, query)),
    (prepared) => respondPublic(headers, prepared, { staleSeconds }),
  )
}
