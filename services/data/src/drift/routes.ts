import { DriftReply, KINDS, RULES, type DriftFilter } from './reply.ts'
import { earlierOf } from '../reads/reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import type { Route } from '@landscape/http/route/route'
import { driftPage } from './page.ts'
import { assertLegalFilter } from '../reads/legal-values.ts'
import { choiceOf, listRoutes } from '../reads/list-routes.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { DEFAULT_FINDINGS, DRIFT_FILTER, DRIFT_SORTS, FIRST, listDrift } from './list-drift.ts'
import type { Drift, ReadDrift } from './read-drift.ts'

interface DriftDeps {
  readDrift: ReadDrift
  readTrends: ReadTrends
  cache: ResponseCache
}

const EXAMPLE: DriftReply = {
  totals: {
    'on-hold-in-use': 1,
    'not-on-radar': 0,
    'unused-on-radar': 0,
    'undeclared-language': 0,
    'unknown-repository': null,
    'look-alike-names': 0,
    'not-reviewed': 0,
  },
  total: 1,
  omitted: 0,
  notCompared: 0,
  findings: [
    {
      kind: 'on-hold-in-use',
      technology: 'Angular',
      ring: 'hold',
      subject: { type: 'technology', name: 'Angular' },
      evidence: 'In HOLD since 15 April 2024, but still named by 8 projects',
      count: 8,
      projects: ['Harbour Berths'],
      slugs: ['harbour-berths'],
      projectTotal: 8,
      programmes: ['Harbour Operations'],
      repositoryTotal: null,
      link: '/technologies/angular',
    },
  ],
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
export function driftRoutes({ readDrift, readTrends, cache }: DriftDeps): Route[] {
  return listRoutes<Drift, DriftFilter, DriftReply>({
    read: readDrift,
    readTrends,
    cache,
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
    example: EXAMPLE,
    rowsOf: ({ findings }) => findings,
    assertLegal: assertLegalFilter,
    list: listDrift,
    page(reply, shown, frame, { landscape: { directorate, directorates }, trends }) {
      const earlier = trends && directorate === directorates.main ? earlierOf(trends) : undefined
      return driftPage(reply, { ...shown, earlier }, frame)
    },
  })
}
