import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import type { PageOfRows } from '../technologies/list-technologies.ts'
import { NO_VALUE, pageRows, type RowCursor } from '../technologies/page-rows.ts'
import { evidenceFor, findingRow, KINDS, type Finding, type FoundDrift } from './finding.ts'
import { filterDrift, type Drift, type DriftFilter, type Totals } from './read-drift.ts'

/** Exceeds every count, so that strings sort counts in descending order. */
const COUNTS = 10_000_000
const SORTS = {
  kind: ({ kind, count }: FoundDrift) =>
    `${KINDS.indexOf(kind)} ${String(Math.round((COUNTS - count) * 100)).padStart(10, '0')}`,
  count: ({ count }: FoundDrift) => count,
  technology: ({ technology }: FoundDrift) => technology?.toLowerCase() ?? NO_VALUE,
}
type SortKey = keyof typeof SORTS
const MAX_KEY = 300

const Text = z.string().max(200)
/** Filters of the findings. */
export const DRIFT_FILTER = {
  kind: z
    .enum(KINDS, `kind is one of ${KINDS.join(', ')}`)
    .optional()
    .meta({ description: 'kind of the findings', examples: ['on-hold-in-use'] }),
  programme: Text.optional().meta({
    description: 'name of a programme, in any case: findings that concern its projects',
    examples: ['Harbour Operations'],
  }),
  technology: Text.optional().meta({
    description: 'slug or name of a technology',
    examples: ['angular'],
  }),
  directorate: DirectorateQuery,
}

/** Names of the orders; a minus before the name sorts in descending order. */
export const DRIFT_SORTS = Object.keys(SORTS)

/** The default order: by kind, then by count in descending order. */
export const DRIFT_ORDER = 'kind'

/** A cursor of the default order, for the API description. */
export const CURSOR_EXAMPLE: RowCursor = {
  sort: DRIFT_ORDER,
  position: ['0 0999999200', 'on-hold-in-use Angular Angular'],
}

/** One page of the findings that pass a filter, their number on all pages, and their number by kind. */
export function listDrift(
  drift: Pick<Drift, 'findings' | 'version' | 'lookAlikes'>,
  filter: DriftFilter,
  { sort, ...page }: PageOfRows,
  isSignedIn: boolean,
): { totals: Totals; total: number; rows: Finding[]; next?: RowCursor } {
  const { totals, findings } = filterDrift(drift, filter, isSignedIn)
  const order = {
    sort,
    valueOf: SORTS[sort.replace('-', '') as SortKey],
    // Cursors contain the key.
    keyOf: (finding: FoundDrift) =>
      [finding.kind, finding.technology, finding.subject.name, evidenceFor(finding, false)]
        .join(' ')
        .slice(0, MAX_KEY),
  }
  const { rows, ...rest } = pageRows(findings, order, page)
  return {
    totals,
    total: findings.length,
    rows: rows.map((row) => findingRow(row, isSignedIn)),
    ...rest,
  }
}
