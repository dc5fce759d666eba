import { earlierOf } from '@landscape/contracts/landscape-months'
import type { ReadTrends } from '../trends/read-trends.ts'
import { KINDS } from '@landscape/contracts/drift-replies'
import { formatRowCursor } from '@landscape/contracts/row-page'
import { inOrder, listParameters } from '@landscape/http/request/list-query'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { createPageResponder, filled, frameOf, LANDSCAPE_PAGE } from '../join/landscape-page.ts'
import { driftPage } from '@landscape/views/landscape/drift-page'
import { DRIFT_FILTER, CURSOR_EXAMPLE, DRIFT_ORDER, DRIFT_SORTS, listDrift } from './list-drift.ts'
import type { ReadDrift } from './read-drift.ts'

interface DriftPageDeps {
  readDrift: ReadDrift
  readTrends: ReadTrends
  cache: ResponseCache
}

const PER_PAGE = 50

/** Page of the differences between the radar and what projects and repositories use. */
export function driftPageRoute({ readDrift, readTrends, cache }: DriftPageDeps): Route {
  const respond = createPageResponder(cache)
  const { cursor } = listParameters(DRIFT_SORTS, CURSOR_EXAMPLE)
  return route({
    ...LANDSCAPE_PAGE,
    path: '/drift',
    id: 'showDrift',
    summary: 'Page of the differences between the radar and its use',
    description: 'Totals by kind, and the findings in pages of 50, sorted by kind and count.',
    query: z
      .object({
        ...DRIFT_FILTER,
        // A form sends its empty fields.
        kind: z
          .enum(['', ...KINDS], `kind is one of ${KINDS.join(', ')}`)
          .optional()
          .meta(DRIFT_FILTER.kind.meta() ?? {}),
        cursor,
      })
      .refine(...inOrder(DRIFT_ORDER)),
    async handle({ query: { directorate, cursor, ...fields }, ...call }) {
      const version = await readDrift(directorate || undefined)
      const filter = filled(fields)
      const kept = await readTrends()
      return respond(call, {
        name: ['drift', filter, cursor, version.directorate.id],
        version,
        variant: kept.version,
        build: async (isSignedIn) => {
          const drift = await version.load()
          const page = { sort: DRIFT_ORDER, cursor, limit: PER_PAGE }
          const { body, next } = listDrift(drift, filter, page, isSignedIn)
          const earlier =
            drift.landscape.directorate === drift.landscape.directorates.main
              ? earlierOf(kept.trends())
              : undefined
          const paging = { isFirst: cursor === undefined, next: next && formatRowCursor(next) }
          return driftPage(body, { filter, paging, earlier }, frameOf(drift.landscape))
        },
      })
    },
  })
}
