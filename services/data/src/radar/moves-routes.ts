import { Move } from '../timeline/reply.ts'
import { RADAR_EXAMPLE } from '@landscape/contracts/examples'
import { Instant, instantBy } from '@landscape/contracts/history'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { readRequired } from '@landscape/http/responses/documents'
import {
  type PreparedResponse,
  prepareJson,
  prepareText,
} from '@landscape/http/responses/prepared-response'
import { type Call, route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { ringsOf } from '../timeline/radar-entries.ts'
import { atomFeed } from './atom-feed.ts'
import { directorateBy } from '../timeline/directorate-query.ts'
import { filterRadar, type RadarFilter } from './filter-radar.ts'
import { type DatedMove, lastMoment, movesOf, type Period } from '../timeline/moves.ts'
import { FILTER, READ, readDirectorates, type RadarRoutesDeps } from './radar-query.ts'
import { seenBy, type SeenRadar } from '../timeline/seen-radar.ts'

const publicMove = ({ instant: _instant, previous: _previous, ...move }: DatedMove): Move => move

const EXAMPLE_MOVES = movesOf(seenBy(RADAR_EXAMPLE))
const MOVES_EXAMPLE = {
  title: RADAR_EXAMPLE.title,
  changes: EXAMPLE_MOVES.map(publicMove),
  rings: ringsOf(RADAR_EXAMPLE),
}
const FEED_EXAMPLE = atomFeed(seenBy(RADAR_EXAMPLE), EXAMPLE_MOVES, 'https://landscape.example')
const ATOM = 'application/atom+xml'
export const PeriodQuery = z.object({
  ...FILTER,
  since: Instant.optional().meta({
    description: 'ISO 8601: only changes at or after this instant',
    examples: ['2026-01-01'],
  }),
  until: instantBy(lastMoment)
    .optional()
    .meta({
      description: 'ISO 8601: only changes at or before this instant, or the end of this day',
      examples: ['2026-06-30'],
    }),
})

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
    example: MOVES_EXAMPLE,
    query: PeriodQuery,
    reply: z.object({
      title: z.string().meta({ description: 'of the radar' }),
      changes: z.array(Move),
      rings: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .meta({ description: 'all rings, with the names of their ids' }),
    }),
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
    example: FEED_EXAMPLE,
    query: PeriodQuery,
    reply: z.string(),
    mediaType: ATOM,
    handle: ({ query, ...context }) =>
      respondMoves(deps, context, { key: 'feed', query }, (shown) =>
        prepareText(atomFeed(shown, movesOf(shown, query), deps.publicUrl), ATOM),
      ),
  })
}

function movesReply(shown: SeenRadar, period: Period) {
  return {
    title: shown.radar.title,
    changes: movesOf(shown, period).map(publicMove),
    rings: ringsOf(shown.radar),
  }
}

export type MovesQuery = Period & RadarFilter & { directorate?: string | undefined }

/** Creates the function that reads the version of the moves that pass a query. */
export function createMovesReader(deps: Pick<RadarRoutesDeps, 'radar' | 'directorates'>) {
  return async (query: MovesQuery) => {
    const { seen, ...version } = await readSeen(deps, query.directorate)
    return { version, build: () => movesReply(filterRadar(seen, query), query) }
  }
}

/** The radar as a directorate sees it. */
async function readSeen(
  { radar, directorates: document }: Pick<RadarRoutesDeps, 'radar' | 'directorates'>,
  wanted: string | undefined,
) {
  const [version, { directorates, etag }] = await Promise.all([
    readRequired(radar),
    readDirectorates(document),
  ])
  const directorate = directorateBy(directorates, wanted)
  const seen = seenBy(version.value, directorates, directorate)
  return { seen, etag: `${version.etag} ${etag}`, staleSeconds: version.staleSeconds, directorate }
}

/** Responds from the cache with a view of the filtered radar. */
async function respondMoves<T>(
  { cache, ...deps }: RadarRoutesDeps,
  { headers, queued }: RequestContext,
  { key, query }: { key: string; query: MovesQuery },
  prepare: (seen: SeenRadar) => PreparedResponse<T>,
) {
  const { seen, etag, staleSeconds, directorate } = await readSeen(deps, query.directorate)
  const { since, until, ring, quadrant } = query
  const name = JSON.stringify([key, since, until, ring, quadrant, directorate.id])
  return cache.respond(
    { name, version: etag },
    queued,
    () => prepare(filterRadar(seen, query)),
    (prepared) => respondPublic(headers, prepared, { staleSeconds }),
  )
}
