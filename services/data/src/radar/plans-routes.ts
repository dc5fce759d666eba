import { listParameters, inOrder } from '@landscape/http/responses/list-query'
import { prepareText } from '@landscape/http/responses/prepared-response'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { respondList } from '@landscape/http/responses/respond-list'
import { pageRows, type RowCursor } from '@landscape/http/responses/row-page'
import { ROW_TYPES, rowFormat } from '@landscape/http/responses/rows'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { NO_DOCUMENTS } from '../join/join-landscape.ts'
import { type DatedMove, movesOf, plannedMoves, publicMove } from '../timeline/moves.ts'
import { ringsOf } from '../timeline/radar-entries.ts'
import { Move, Named } from '../timeline/reply.ts'
import { ATOM, atomFeed, NO_DAY } from './atom-feed.ts'
import { readRadarView } from './read-moves.ts'
import { FILTER, READ, type RadarRoutesDeps } from './radar-query.ts'

const PATH = '/api/tech-radar/plans'
const SORTS = {
  date: ({ date }: DatedMove) => date,
  title: ({ title }: DatedMove) => title.toLowerCase(),
}
const FIRST: RowCursor = { sort: 'date', position: ['2027-03-01', 'jenkins hold'] }
const COLUMNS = ['date', 'title', 'from', 'to', 'directorate.name', 'description', 'id']
/** Plans in JSON without a limit in the request. */
const DEFAULT_PLANS = 100

const PlansReply = z.object({
  title: z.string().meta({ description: 'of the radar' }),
  total: z.int().meta({ description: 'plans on all pages' }),
  plans: z.array(Move),
  rings: z.array(Named).meta({ description: 'all rings, with the names of their ids' }),
})
type PlansReply = z.infer<typeof PlansReply>

/** The positions whose day has not come, as a list and as a feed. */
export function plansRoutes(deps: RadarRoutesDeps): Route[] {
  return [listRoute(deps), feedRoute(deps)]
}

function listRoute({ cache, ...deps }: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: PATH,
    id: 'listPlans',
    strictQuery: true,
    tag: 'Radar',
    summary: 'Announced moves of the radar, by date',
    description:
      'Positions with a later day than today (UTC). On its day a plan becomes a move. ' +
      `JSON has ${DEFAULT_PLANS} plans unless \`limit\` is given; CSV and NDJSON are complete without it.`,
    otherTypes: ROW_TYPES,
    query: z
      .object({ directorate: FILTER.directorate, ...listParameters(Object.keys(SORTS), FIRST) })
      .refine(...inOrder(FIRST.sort)),
    reply: PlansReply,
    replyHeaders: NEXT_PAGE,
    codes: ['not-found'],
    async handle({ query, headers, queued }) {
      const { directorate, sort = FIRST.sort, cursor, limit } = query
      const { view, etag, staleSeconds } = await readRadarView(deps, directorate)
      const all = rowFormat(headers, query) === 'json' ? DEFAULT_PLANS : undefined
      return respondList<PlansReply>(headers, {
        path: PATH,
        columns: COLUMNS,
        query,
        options: { staleSeconds, isPublic: true },
        kept: { cache, queued, name: [view.directorate.id], version: etag },
        rowsOf: ({ plans }) => plans,
        build() {
          const plans = plannedMoves(view)
          const order = { sort, values: SORTS, keyOf: ({ id, to }: DatedMove) => `${id} ${to}` }
          const { rows, next } = pageRows(plans, order, { limit: limit ?? all, cursor })
          const { title } = view.radar
          const body = { title, total: plans.length, plans: rows.map(publicMove) }
          return { body: { ...body, rings: ringsOf(view.radar) }, next }
        },
      })
    },
  })
}

function feedRoute({ cache, publicUrl, ...deps }: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: `${PATH}.atom`,
    id: 'getPlansFeed',
    tag: 'Radar',
    summary: 'Announced moves of the radar as an Atom feed (RFC 4287)',
    description: 'Each plan is an entry with a constant id. The feed of changes has it on its day.',
    query: z.object({ directorate: FILTER.directorate }),
    reply: z.string(),
    mediaType: ATOM,
    async handle({ query: { directorate }, headers, queued }) {
      const { view, etag, staleSeconds } = await readRadarView(
        deps,
        directorate,
        NO_DOCUMENTS.radar,
      )
      return cache.respond(
        { name: JSON.stringify(['plans feed', view.directorate.id]), version: etag },
        queued,
        async () => {
          const [newest] = movesOf(view)
          const plansOf = (await lastChange(deps.radar)) ?? Date.parse(newest?.date ?? NO_DAY)
          return prepareText(atomFeed(view, plannedMoves(view), { publicUrl, plansOf }), ATOM)
        },
        (prepared) => respondPublic(headers, prepared, { staleSeconds }),
      )
    },
  })
}

/** The instant of the last change of the radar; undefined without a history. */
async function lastChange(radar: RadarRoutesDeps['radar']): Promise<number | undefined> {
  const version = await radar.read()
  if (version)
    for await (const { at } of (await radar.past(version)).versions()) return Date.parse(at)
  return undefined
}
