import {
  DomainError,
  Instant,
  instantBy,
  RADAR_EXAMPLE,
  RadarDocument,
  withoutMalformedParts,
} from '@landscape/contracts'
import {
  type ResponseCache,
  type Call,
  PICTURE,
  type PreparedResponse,
  prepareJson,
  prepareText,
  readOr,
  readRequired,
  respondPicture,
  respondPublic,
  route,
  type Route,
} from '@landscape/http'
import type { Snapshot, StoredDocument } from '@landscape/store'
import { z } from 'zod'
import { atomFeed } from './atom-feed.ts'
import { drawnRadar } from './drawn-radar.ts'
import { filterRadar, type RadarFilter } from './filter-radar.ts'
import { preparedPicture } from './prepared-picture.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'
import { type DatedMove, lastMoment, Move, movesOf, type Period } from './moves.ts'

const publicMove = ({ instant: _instant, ...move }: DatedMove): Move => move

const EXAMPLE_MOVES = movesOf(RADAR_EXAMPLE, {})
const MOVES_EXAMPLE = { changes: EXAMPLE_MOVES.map(publicMove) }
const FEED_EXAMPLE = atomFeed(RADAR_EXAMPLE, EXAMPLE_MOVES)
const PICTURE_EXAMPLE = radarPicture(drawnRadar(RADAR_EXAMPLE), 'narrow')

const ATOM = 'application/atom+xml'
const READ = { method: 'get', access: 'public', conditional: 'read', compressed: true } as const
const At = Instant.optional().meta({
  description: 'ISO 8601: the radar at this instant, not before its first recorded change',
  examples: ['2026-10-05T09:30:00Z'],
})
const FILTER = {
  ring: z
    .string()
    .max(200)
    .toLowerCase()
    .optional()
    .meta({
      description:
        'id of a ring, `review` or `ignore`, in any case: only entries that are now in it',
      examples: ['adopt'],
    }),
  quadrant: z
    .string()
    .max(200)
    .toLowerCase()
    .optional()
    .meta({
      description: 'id of a quadrant, in any case: only its entries',
      examples: ['1'],
    }),
}
const PeriodQuery = z.object({
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

interface RadarRoutesDeps {
  radar: StoredDocument<RadarDocument>
  cache: ResponseCache
}

const NO_RADAR: RadarDocument = { title: '', quadrants: [], rings: [], entries: [] }

type RequestContext = Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'queued'>

/** The radar, at present and at an instant, and its changes. */
export function radarRoutes(deps: RadarRoutesDeps): Route[] {
  return [radarRoute(deps), pictureRoute(deps), movesRoute(deps), feedRoute(deps)]
}

function radarRoute({ radar, cache }: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/json',
    id: 'getRadar',
    tag: 'Radar',
    summary: 'Technology radar, at present or at an instant',
    description:
      'Quadrants, rings and entries; the last timeline item of an entry contains its ring. `ring` and `quadrant` omit only entries.',
    example: RADAR_EXAMPLE,
    query: z.object({ at: At, ...FILTER }),
    reply: RadarDocument,
    codes: ['not-found'],
    async handle({ query: { at, ...filter }, headers, queued }) {
      const version = await readRequired(radar)
      const { etag, value } = version
      const { ring, quadrant } = filter
      if (at === undefined) {
        // The ETag is that of the stored document, so an edit can send it as `If-Match`.
        const prepared = cache.preparedJson(
          { name: JSON.stringify(['radar', ring, quadrant]), version: etag },
          () => filterRadar(withoutMalformedParts(value), filter),
          value,
        )
        return respondPublic(headers, prepared, version)
      }
      return cache.respond(
        { name: JSON.stringify(['radar at', at, ring, quadrant]), version: etag },
        queued,
        async () => prepareJson(filterRadar(await radarAt(radar, version, at), filter)),
        (prepared) => respondPublic(headers, prepared),
      )
    },
  })
}

function pictureRoute({ radar, cache }: RadarRoutesDeps): Route {
  return route({
    ...PICTURE,
    access: 'public',
    path: '/api/tech-radar/svg',
    id: 'drawRadar',
    tag: 'Radar',
    summary: 'Technology radar as an SVG image, at present or at an instant',
    description:
      'Pages of any site can embed the image. It is light or dark as the reader prefers. Entries in none of the rings are not drawn.',
    example: PICTURE_EXAMPLE,
    query: z.object({
      at: At,
      ...FILTER,
      layout: z
        .enum(['wide', 'narrow'] satisfies RadarLayout[], 'Unknown layout')
        .default('wide')
        .meta({
          description: 'narrow: one quadrant below the other, for phones and columns',
          examples: ['narrow'],
        }),
    }),
    codes: ['not-found'],
    async handle({ query: { at, layout, ...filter }, headers, queued }) {
      const past = at === undefined ? undefined : { version: await readRequired(radar), at }
      const version = past?.version ?? (await readOr(radar, NO_RADAR))
      const name = JSON.stringify(['radar drawn', at, layout, filter.ring, filter.quadrant])
      return cache.respond(
        { name, version: version.etag },
        queued,
        async () => {
          const shown = past ? await radarAt(radar, past.version, past.at) : version.value
          return preparedPicture(cache, drawnRadar(filterRadar(shown, filter)), layout)
        },
        // A past radar does not become stale.
        (picture) =>
          respondPicture(
            headers,
            picture,
            at === undefined ? version : { staleSeconds: undefined },
          ),
      )
    },
  })
}

function movesRoute(deps: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/changes',
    id: 'listMoves',
    tag: 'Radar',
    summary: 'Entries added to the radar or moved on it, newest first',
    description: 'Derived from the timelines of the entries. Authors are not shown.',
    example: MOVES_EXAMPLE,
    query: PeriodQuery,
    reply: z.object({ changes: z.array(Move) }),
    handle: ({ query, ...context }) =>
      respondMoves(deps, context, { key: 'moves', query }, (shown) =>
        prepareJson({ changes: movesOf(shown, query).map(publicMove) }),
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
    description: 'For feed readers: each change is an entry with a constant id.',
    example: FEED_EXAMPLE,
    query: PeriodQuery,
    reply: z.string(),
    mediaType: ATOM,
    handle: ({ query, ...context }) =>
      respondMoves(deps, context, { key: 'feed', query }, (shown) =>
        prepareText(atomFeed(shown, movesOf(shown, query)), ATOM),
      ),
  })
}

/** Responds from the cache with a view of the filtered radar. */
async function respondMoves<T>(
  { radar, cache }: RadarRoutesDeps,
  { headers, queued }: RequestContext,
  { key, query }: { key: string; query: Period & RadarFilter },
  prepare: (radar: RadarDocument) => PreparedResponse<T>,
) {
  const version = await readRequired(radar)
  const { since, until, ring, quadrant } = query
  const name = JSON.stringify([key, since, until, ring, quadrant])
  return cache.respond(
    { name, version: version.etag },
    queued,
    () => prepare(filterRadar(version.value, query)),
    (prepared) => respondPublic(headers, prepared, version),
  )
}

/** The radar at an instant. */
async function radarAt(
  radar: StoredDocument<RadarDocument>,
  version: Snapshot<RadarDocument>,
  at: number,
): Promise<RadarDocument> {
  const state = await (await radar.past(version)).stateAt(at)
  if (!state) throw new DomainError('not-found', 'No version at that time')
  return withoutMalformedParts(RadarDocument.parse(state.value))
}
