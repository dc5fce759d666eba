import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { createJsonResponder, LANDSCAPE_READ, slugParams } from '../reads/responders.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { TechnologyTrend, TrendsReply } from '../reads/reply.ts'
import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import { DRIFT_FILTER, FIRST as FIRST_FINDING, listDrift } from '../drift/list-drift.ts'
import type { Drift, ReadDrift } from '../drift/read-drift.ts'
import type { DriftFilter } from '../drift/reply.ts'
import { completenessOf } from '../projects/completeness.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
import { listRoutes } from '../reads/list-routes.ts'
import { trendsPage } from './page.ts'
import { TO_DO, TrendsList } from './reply.ts'

interface TrendRoutesDeps {
  readTrends: ReadTrends
  readLandscape: ReadLandscape
  readDrift: ReadDrift
  similarNames: SimilarNames
  cache: ResponseCache
}

const READ = { ...LANDSCAPE_READ, tag: 'Landscape' } as const

interface SeenTrends extends Drift {
  kept: Awaited<ReturnType<ReadTrends>>
}
type Filter = Pick<DriftFilter, 'programme'>
type Row = TrendsList['months'][number]

const { others, ...OF_ALL } = TrendsReply.shape.months.element.shape
const COLUMNS = [
  ...Object.keys(OF_ALL),
  ...Object.keys(others.unwrap().shape).map((name) => `others.${name}`),
]
const FIRST = { sort: 'month', position: ['2026-08', '2026-08'] } as const

/** The kept counts of months: of the landscape or of a programme, and of one technology. */
export function trendRoutes(deps: TrendRoutesDeps): Route[] {
  return [...monthRoutes(deps), technologyRoute(deps)]
}

function monthRoutes({ readTrends, readDrift, similarNames, cache }: TrendRoutesDeps): Route[] {
  return listRoutes<SeenTrends, Filter, TrendsList>({
    async read(directorate) {
      const [version, kept] = await Promise.all([readDrift(directorate), readTrends()])
      const load = async () => ({ ...(await version.load()), kept })
      return { ...version, etag: `${version.etag} ${kept.version}`, load }
    },
    similarNames,
    cache,
    path: '/trends',
    name: 'Trends',
    tag: 'Landscape',
    summary: 'Counts of the landscape or of a programme by month',
    description:
      'Counts of the last day of each month on which `landscape:keep` ran, or of its end by the history. ' +
      'Twelve months at least, with null where nothing is known. Repositories are the public ones. Months have ' +
      'the numbers of anonymous callers by the rings of the default directorate, and of a programme those of ' +
      '`drift`, `missing`, `projects` and `onHoldInUse`.',
    filter: { programme: DRIFT_FILTER.programme },
    choices: {},
    sorts: ['month'],
    first: { ...FIRST, position: [...FIRST.position] },
    firstOfPage: { sort: '-month', position: [...FIRST.position] },
    columns: COLUMNS,
    reply: TrendsList,
    rowsOf: ({ months }) => months,
    list: listTrends,
    page: trendsPage,
  })
}

function* listTrends(
  { kept, ...drift }: SeenTrends,
  { programme }: Filter,
  { sort, ...page }: PageOfRows,
  isSignedIn: boolean,
): Generator<void, { body: TrendsList; next?: RowCursor | undefined }> {
  const { directorate, directorates } = drift.landscape
  const filter = { programme }
  const first = { sort: FIRST_FINDING.sort, limit: TO_DO }
  const drifting = (yield* listDrift(drift, filter, first, isSignedIn)).body
  const listed = { sort: '-missing', limit: TO_DO }
  const lacking = (yield* completenessOf(drift, filter, listed, isSignedIn)).body
  const today = {
    projects: lacking.counted,
    onHoldInUse: drifting.totals['on-hold-in-use'],
    notOnRadar: drifting.totals['not-on-radar'],
    missing: lacking.total,
    drift: drifting.total,
  }
  const toDo =
    programme === undefined ? null : { findings: drifting.findings, projects: lacking.projects }
  const isMain = directorate === directorates.main
  const all = kept.trends(programme).months.map((one) => (isMain ? one : withoutRings(one)))
  const monthOf = ({ month }: Row) => month
  const { rows, next } = pageRows(all, { sort, values: { month: monthOf }, keyOf: monthOf }, page)
  return { body: { months: rows, today, toDo }, next }
}

/** The counts of a month that do not depend on the rings of a directorate. */
function withoutRings({ others, ...row }: Row): Row {
  const unknown = { onHoldInUse: null, drift: null }
  return { ...row, ...unknown, ...(others && { others: { ...others, ...unknown } }) }
}

function technologyRoute({ readTrends, readLandscape, cache }: TrendRoutesDeps): Route {
  const respondOne = createJsonResponder<TechnologyTrend>(cache)
  return route({
    ...READ,
    path: '/api/trends/:slug',
    id: 'getTrend',
    summary: 'Counts of one technology by month',
    description: 'Accepts a slug, a name, an alias or a spelling.',
    params: slugParams('angular'),
    reply: TechnologyTrend,
    codes: ['not-found'],
    async handle({ params: { slug }, ...call }) {
      const version = await readLandscape()
      const technology = (await version.load()).landscape.find(slug)
      if (!technology) throw new DomainError('not-found', 'No technology has this name')
      const trends = await readTrends()
      const build = () => trends.trendOf(technology)
      const name = ['trend', technology.slug]
      return respondOne(call, { name, version, variant: trends.version, build })
    },
  })
}
