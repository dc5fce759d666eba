import { inOrder, listParameters } from '@landscape/http/request/list-query'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { respondList } from '@landscape/http/responses/respond-list'
import { rowFormat, rowTypes } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { DriftReply, KINDS, RULES } from '@landscape/contracts/drift-replies'
import { z } from 'zod'
import { assertLegalFilter } from '../join/legal-values.ts'
import { DRIFT_FILTER, DRIFT_SORTS, listDrift, CURSOR_EXAMPLE, DRIFT_ORDER } from './list-drift.ts'
import type { ReadDrift } from './read-drift.ts'

interface DriftDeps {
  readDrift: ReadDrift
  cache: ResponseCache
}

const PATH = '/api/drift'
const DEFAULT_LIMIT = 100
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
  findings: [
    {
      kind: 'on-hold-in-use',
      technology: 'Angular',
      ring: 'hold',
      subject: { type: 'technology', name: 'Angular' },
      evidence: 'On hold since 15 April 2024, but still named by 8 projects',
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
export function driftRoutes({ readDrift, cache }: DriftDeps): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      id: 'listDrift',
      tag: 'Technologies',
      summary: 'Differences between the radar and what projects and repositories use',
      description:
        'Each finding has one kind. ' +
        `${KINDS.map((kind) => `\`${kind}\`: ${RULES[kind]}.`).join(' ')} By default sorted by ` +
        'kind, then by count in descending order. JSON has 100 findings unless `limit` is given; ' +
        'CSV and NDJSON are complete without it. Private repositories are named to signed-in callers only.',
      example: EXAMPLE,
      ...rowTypes(COLUMNS, EXAMPLE.findings),
      access: 'optional',
      strictQuery: true,
      conditional: 'read',
      compressed: true,
      query: z
        .object({
          ...DRIFT_FILTER,
          ...listParameters(DRIFT_SORTS, CURSOR_EXAMPLE),
        })
        .refine(...inOrder(DRIFT_ORDER)),
      reply: DriftReply,
      replyHeaders: NEXT_PAGE,
      async handle({ query, headers, queued, identity }) {
        const { etag, staleSeconds, load } = await readDrift(query.directorate)
        const {
          cursor,
          sort = DRIFT_ORDER,
          format: _format,
          for: _for,
          directorate: _directorate,
          ...given
        } = query
        const isJson = rowFormat(headers, query) === 'json'
        const { limit = isJson ? DEFAULT_LIMIT : undefined, ...filter } = given
        const isSignedIn = identity !== undefined
        return respondList<DriftReply>(headers, {
          path: PATH,
          columns: COLUMNS,
          query,
          options: { staleSeconds, ...audienceOf(isSignedIn) },
          kept: { cache, queued, name: [isSignedIn], version: etag },
          rowsOf: ({ findings }) => findings,
          async build() {
            const drift = await load()
            assertLegalFilter(drift.landscape, query)
            return listDrift(drift, filter, { sort, limit, cursor }, isSignedIn)
          },
        })
      },
    }),
  ]
}
