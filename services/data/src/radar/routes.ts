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
  description: 'ISO 8601: the radar as it was then, not before its first recorded change',
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
        'id of a ring, `review` or `ignore`, in any case: only entries that are there now',
      examples: ['adopt'],
    }),
  quadrant: z
    .string()
    .max(200)
    .toLowerCase()
    .optional()
    .meta({
      description: 'id of a quadrant, in any case: only entries of it',
      examples: ['1'],
    }),
}
const PeriodQuery = z.object({
  ...FILTER,
  since: Instant.optional().meta({
    description: 'ISO 8601: nothing before',
    examples: ['2026-01-01'],
  }),
  until: instantBy(lastMoment)
    .optional()
    .meta({
      description: 'ISO 8601: nothing after; of a day, all of it',
      examples: ['2026-06-30'],
    }),
})

interface RadarRoutesDeps {
  radar: StoredDocument<RadarDocument>
  cache: ResponseCache
}

const NO_RADAR: RadarDocument = { title: '', quadrants: [], rings: [], entries: [] }

type RequestContext = Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'queued'>

/** The radar, as it is and as it was, and what moved on it. */
export function radarRoutes({ radar, cache }: RadarRoutesDeps): Route[] {
  const moves = async <T>(
    { headers, queued }: RequestContext,
    { key, wanted }: { key: string; wanted: Period & RadarFilter },
    prepare: (radar: RadarDocument) => ReturnType<typeof prepareJson<T>>,
  ) => {
    const version = await readRequired(radar)
    const { since, until, ring, quadrant } = wanted
    const name = JSON.stringify([key, since, until, ring, quadrant])
    return cache.respond(
      { name, version: version.etag },
      queued,
      () => prepare(filterRadar(version.value, wanted)),
      (answer) => respondPublic(headers, answer, version),
    )
  }

  /** The radar as it was at an instant. */
  const radarAt = async (version: Snapshot<RadarDocument>, at: number): Promise<RadarDocument> => {
    const state = await (await radar.past(version)).stateAt(at)
    if (!state) throw new DomainError('not-found', 'No version at that time')
    return withoutMalformedParts(RadarDocument.parse(state.value))
  }

  return [
    route({
      ...READ,
      path: '/api/tech-radar/json',
      id: 'getRadar',
      tag: 'Radar',
      summary: 'Technology radar, as it is or as it was at an instant',
      description:
        'Quadrants, rings and entries; the last item of the timeline of an entry says in which ring it is. `ring` and `quadrant` leave out entries and nothing else.',
      example: RADAR_EXAMPLE,
      query: z.object({ at: At, ...FILTER }),
      reply: RadarDocument,
      codes: ['not-found'],
      async handle({ query: { at, ...filter }, headers, queued }) {
        const version = await readRequired(radar)
        const { etag, value } = version
        const { ring, quadrant } = filter
        if (at === undefined) {
          // With the tag of the document, filtered or not: an edit of these entries may name it.
          const answer = cache.preparedJson(
            { name: JSON.stringify(['radar', ring, quadrant]), version: etag },
            () => filterRadar(withoutMalformedParts(value), filter),
            value,
          )
          return respondPublic(headers, answer, version)
        }
        return cache.respond(
          { name: JSON.stringify(['radar at', at, ring, quadrant]), version: etag },
          queued,
          async () => prepareJson(filterRadar(await radarAt(version, at), filter)),
          (answer) => respondPublic(headers, answer),
        )
      },
    }),
    route({
      ...PICTURE,
      access: 'public',
      path: '/api/tech-radar/svg',
      id: 'drawRadar',
      tag: 'Radar',
      summary: 'The technology radar drawn, as it is or as it was at an instant',
      description:
        'An SVG picture for pages of any site, light or dark as its reader prefers. Entries in none of the rings are not drawn.',
      example: PICTURE_EXAMPLE,
      query: z.object({
        at: At,
        ...FILTER,
        layout: z
          .enum(['wide', 'narrow'] satisfies RadarLayout[], 'Unknown layout')
          .default('wide')
          .meta({
            description: 'narrow: quadrant under quadrant, for phones and columns',
            examples: ['narrow'],
          }),
      }),
      codes: ['not-found'],
      async handle({ query: { at, layout, ...filter }, headers, queued }) {
        const draw = (
          { etag, staleSeconds }: Pick<Snapshot<RadarDocument>, 'etag' | 'staleSeconds'>,
          shown: () => RadarDocument | Promise<RadarDocument>,
        ) =>
          cache.respond(
            {
              name: JSON.stringify(['radar drawn', at, layout, filter.ring, filter.quadrant]),
              version: etag,
            },
            queued,
            async () =>
              preparedPicture(cache, drawnRadar(filterRadar(await shown(), filter)), layout),
            (picture) => respondPicture(headers, picture, { staleSeconds }),
          )
        if (at === undefined) {
          const version = await readOr(radar, NO_RADAR)
          return draw(version, () => version.value)
        }
        const version = await readRequired(radar)
        return draw({ etag: version.etag }, () => radarAt(version, at))
      },
    }),
    route({
      ...READ,
      path: '/api/tech-radar/changes',
      id: 'listMoves',
      tag: 'Radar',
      summary: 'What came onto the radar and what moved on it, newest first',
      description: 'Read from the timelines of the entries; authors are not shown.',
      example: MOVES_EXAMPLE,
      query: PeriodQuery,
      reply: z.object({ changes: z.array(Move) }),
      handle: ({ query: wanted, ...call }) =>
        moves(call, { key: 'moves', wanted }, (shown) =>
          prepareJson({
            changes: movesOf(shown, wanted).map(publicMove),
          }),
        ),
    }),
    route({
      ...READ,
      path: '/api/tech-radar/feed.atom',
      id: 'getRadarFeed',
      tag: 'Radar',
      summary: 'The same as an Atom feed (RFC 4287)',
      description: 'For feed readers: each move is an entry whose id stays the same.',
      example: FEED_EXAMPLE,
      query: PeriodQuery,
      reply: z.string(),
      mediaType: ATOM,
      handle: ({ query: wanted, ...call }) =>
        moves(call, { key: 'feed', wanted }, (shown) =>
          prepareText(atomFeed(shown, movesOf(shown, wanted)), ATOM),
        ),
    }),
  ]
}
