import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import { KINDS, type DriftFilter, type DriftReply } from './reply.ts'
import { z } from 'zod'
import { programmeFilter, textFilter } from '../reads/responders.ts'
import { findingRow, type FoundDrift } from './finding.ts'
import { plannedUse } from './planned-use.ts'
import { filterDrift } from './filter-drift.ts'
import type { Drift } from './read-drift.ts'

/** Exceeds every count, so that strings sort counts in descending order. */
const COUNTS = 10_000_000
const SORTS = {
  kind: ({ kind, count }: FoundDrift) =>
    `${KINDS.indexOf(kind)} ${String(Math.round((COUNTS - count) * 100)).padStart(10, '0')}`,
  count: ({ count }: FoundDrift) => count,
  technology: ({ technology }: FoundDrift) => technology?.toLowerCase() ?? null,
}
const MAX_KEY = 300

/** Filters of the findings. */
export const DRIFT_FILTER = {
  kind: z
    .enum(KINDS, `kind is one of ${KINDS.join(', ')}`)
    .optional()
    .meta({ description: 'kind of the findings', examples: ['on-hold-in-use'] }),
  programme: programmeFilter('findings that concern its projects'),
  technology: textFilter('slug or name of a technology', 'angular'),
  project: textFilter('slug or name of a project: findings that concern it', 'harbour-berths'),
}

/** Findings in JSON without a limit in the request. */
export const DEFAULT_FINDINGS = 100

/** Names of the orders; a minus before the name sorts in descending order. */
export const DRIFT_SORTS = Object.keys(SORTS)

/** A cursor of the default order: by kind, then by count in descending order. */
export const FIRST: RowCursor = {
  sort: 'kind',
  position: ['0 0999999200', 'on-hold-in-use Angular Angular'],
}

/** The reply with one page of the findings that pass a filter. */
export function* listDrift(
  drift: Omit<Drift, 'joined'>,
  filter: DriftFilter,
  { sort, ...page }: PageOfRows,
  isSignedIn: boolean,
): Generator<void, { body: DriftReply; next?: RowCursor | undefined }> {
  const { totals, hidden, findings: found } = yield* filterDrift(drift, filter, isSignedIn)
  const order = {
    sort,
    values: SORTS,
    // Cursors contain the key.
    keyOf: (finding: FoundDrift) =>
      [finding.kind, finding.technology, finding.subject.name, finding.evidence]
        .join(' ')
        .slice(0, MAX_KEY),
  }
  const { rows, next } = pageRows(found, order, page)
  const findings = rows.map(findingRow)
  const { omitted, notCompared } = drift
  const planned = yield* plannedUse(drift.landscape, filter)
  return {
    body: { totals, total: found.length, hidden, omitted, notCompared, findings, ...planned },
    next,
  }
}
