import { userOf } from '../usage/people.ts'
import { breakdown, countIn, type ReportRow } from '../usage/report-rows.ts'
import { surfacesOf } from '../usage/surfaces.ts'

/** Maximum share of active people without a row in the users' report; the number is rounded. */
const MAX_MISSING_SHARE = 0.02

/** Whether a users' report has a row for each active person of the organisation's report. */
export type Completeness = 'complete' | 'incomplete' | 'rejected'

/**
 * Compares the number of active people with the people who have a row.
 *
 * The host counts users of an editor, and people whom it knows from its own records. It counts users of the
 * command line separately. Whether it includes people who used only other surfaces is not documented, so
 * they can only make a report incomplete.
 */
export function completenessOf(
  users: readonly ReportRow[],
  ofOrganisation: readonly ReportRow[],
): Completeness {
  const active = Math.max(
    0,
    ...ofOrganisation.map((row) => countIn(row, 'daily_active_users') ?? 0),
  )
  const lacking = (counts: (row: ReportRow) => boolean) =>
    active - new Set(users.filter(counts).map(userOf)).size
  if (lacking((row) => !isElsewhere(row)) <= 0) return 'complete'
  const allowed = Math.round(active * MAX_MISSING_SHARE)
  return lacking((row) => !isOnlyCommandLine(row)) <= allowed ? 'incomplete' : 'rejected'
}

/** Whether a person used surfaces, but no editor. */
function isElsewhere(row: ReportRow): boolean {
  return breakdown(row, 'totals_by_ide')?.length === 0 && surfacesOf(row).length > 0
}

function isOnlyCommandLine(row: ReportRow): boolean {
  return isElsewhere(row) && surfacesOf(row).every((surface) => surface === 'cli')
}
