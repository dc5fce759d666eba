import type { Organisation } from './organisation.ts'
import { membershipRows } from './rows/memberships.ts'
import { organisationRow } from './rows/organisation.ts'
import { repositoryRows } from './rows/repositories.ts'
import { userRows } from './rows/users.ts'
import type { Switches } from './switches.ts'

const DAY_MS = 86_400_000

/** Kinds of reports, as in paths. */
export const REPORT_KINDS = ['organization', 'users', 'user-teams', 'repos'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The days for which the host has reports. */
type Published = Readonly<Pick<Switches, 'firstDay' | 'lagDays'>>

/** Returns the days of the 28-day report, which ends with the newest day, oldest first. */
export function latestDays(now: number, { firstDay, lagDays }: Published): string[] {
  return Array.from({ length: 28 }, (_, i) => dayOf(now - (28 - i + lagDays) * DAY_MS)).filter(
    (day) => day >= firstDay,
  )
}

/** Returns the last day with reports: yesterday. */
export function lastDay(now: number): string {
  return dayOf(now - DAY_MS)
}

export function hasReport(day: string, now: number, { firstDay, lagDays }: Published): boolean {
  const oldest = dayOf(now - 365 * DAY_MS)
  return day >= firstDay && day >= oldest && day < dayOf(now - lagDays * DAY_MS)
}

/**
 * Returns the files of a report, in every shape that the real host uses for large organisations.
 *
 * @param missingUsers share of the users of the editor who lack a row on each day
 */
export function reportFiles(
  organisation: Organisation,
  kind: ReportKind,
  days: readonly string[],
  missingUsers = 0,
): string[] {
  if (kind === 'user-teams') {
    return [JSON.stringify(days.flatMap((day) => membershipRows(organisation, day)))]
  }
  if (kind === 'repos') {
    return split(
      days.flatMap((day) => repositoryRows(organisation, day)),
      2,
    ).map(lines)
  }
  if (kind === 'users') {
    // Every file has users of every day, so one user occurs in several files.
    return split(
      days.flatMap((day) => withoutUsers(userRows(organisation, day), missingUsers)),
      3,
    ).map(lines)
  }
  const rows = days.map((day) => organisationRow(organisation, day))
  const [only] = rows
  if (rows.length === 1) return [JSON.stringify(only)]
  const [first = [], second = [], third = []] = split(rows, 3)
  return [
    JSON.stringify({ organization_id: String(organisation.id), day_totals: first }),
    JSON.stringify([{ day_totals: second }]),
    lines(third),
  ]
}

/** Removes the rows of the first users of the editor: the host counts only those as active. */
function withoutUsers(rows: ReturnType<typeof userRows>, share: number) {
  const inEditor = rows.filter((row) => row.totals_by_ide.length > 0)
  const removed = new Set(inEditor.slice(0, Math.round(inEditor.length * share)))
  return rows.filter((row) => !removed.has(row))
}

/** Returns non-empty parts, because the service treats an empty file among others as an incomplete report. */
function split<T>(items: readonly T[], maxParts: number): T[][] {
  const parts = Math.max(1, Math.min(maxParts, items.length))
  return Array.from({ length: parts }, (_, part) => items.filter((_, i) => i % parts === part))
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
