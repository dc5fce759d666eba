import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import type { Landscape } from '../join/landscape.ts'
import { narrowed } from '../join/narrowed.ts'
import { isInUse, useOf } from '../join/use.ts'
import { isNarrowed, KINDS, type DriftFilter, type DriftReply } from './reply.ts'
import { z } from 'zod'
import { programmeFilter, textFilter } from '../reads/responders.ts'
import { findingRow, type FoundDrift } from './finding.ts'
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
/** Maximum number of plans in a response, which counts the others. */
const MAX_PLANS = 100

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
  const planned = yield* plannedUse(drift.landscape, filter, isSignedIn)
  return {
    body: { totals, total: found.length, hidden, omitted, notCompared, findings, ...planned },
    next,
  }
}

/**
 * The planned moves of technologies, the next first, with the number of projects of the filter that name them. With a
 * programme or a project, only those of technologies that it uses.
 */
function* plannedUse(
  landscape: Landscape,
  { technology: wanted, ...users }: DriftFilter,
  isSignedIn: boolean,
): Generator<void, Pick<DriftReply, 'plans' | 'planTotal'>> {
  const technology = wanted === undefined ? undefined : landscape.find(wanted)
  const plans: DriftReply['plans'] = []
  for (const used of narrowed(landscape, users, isSignedIn).technologies) {
    yield
    if (wanted !== undefined && used.slug !== technology?.slug) continue
    const planned = used.entries.flatMap((entry) => entry.plans)
    if (planned.length === 0 || (isNarrowed(users) && !isInUse(used))) continue
    const projects = useOf(used).projects.length
    for (const { from: ring, to, date, description } of planned)
      plans.push({ technology: used.name, ring, to, date, description, projects, link: used.link })
  }
  plans.sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
  return { planTotal: plans.length, plans: plans.slice(0, MAX_PLANS) }
}
