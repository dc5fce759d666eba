import { DriftReply, KINDS, RULES, type DriftFilter } from './reply.ts'
import { comparable } from '../reads/reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import type { Route } from '@landscape/http/route/route'
import { driftPage } from './page.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
import { choiceOf, listRoutes } from '../reads/list-routes.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { DEFAULT_FINDINGS, DRIFT_FILTER, DRIFT_SORTS, FIRST, listDrift } from './list-drift.ts'
import type { Drift, ReadDrift } from './read-drift.ts'

interface DriftDeps {
  readDrift: ReadDrift
  readTrends: ReadTrends
  similarNames: SimilarNames
  cache: ResponseCache
}

const COLUMNS = [
  'kind',
  'technology',
  'subject.type',
  'subject.name',
  'evidence',
  'count',
  'projects',
  'projectTotal',
  'programmes',
  'repositoryTotal',
  'link',
]

/** Differences between the radar and what projects and repositories use. */
export function driftRoutes({ readDrift, ...deps }: DriftDeps): Route[] {
  return listRoutes<Drift, DriftFilter, DriftReply>({
    read: readDrift,
    ...deps,
    path: '/drift',
    name: 'Drift',
    tag: 'Technologies',
    summary: 'Differences between the radar and what projects and repositories use',
    description:
      'Each finding has one kind. ' +
      `${KINDS.map((kind) => `\`${kind}\`: ${RULES[kind]}.`).join(' ')} By default sorted by ` +
      `kind, then by count in descending order. JSON has ${DEFAULT_FINDINGS} findings unless \`limit\` is given; ` +
      'CSV and NDJSON are complete without it. Private repositories are named to signed-in callers only.',
    filter: DRIFT_FILTER,
    choices: { kind: choiceOf('kind', DRIFT_FILTER.kind) },
    sorts: DRIFT_SORTS,
    first: FIRST,
    defaultLimit: DEFAULT_FINDINGS,
    columns: COLUMNS,
    reply: DriftReply,
    rowsOf: ({ findings }) => findings,
    list: listDrift,
    page(reply, shown, frame, { landscape: { directorate, directorates }, trends }) {
      const isMain = directorate === directorates.main
      const months = trends && isMain ? comparable(trends, 'onHoldInUse', frame) : []
      return driftPage(reply, { ...shown, months }, frame)
    },
  })
}
