import type { Organisation } from './organisation.ts'
import { membershipRows, organisationRow, userRows } from './usage-rows.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = '2025-10-10'

/** Kinds of reports, as they occur in paths. */
export const REPORT_KINDS = ['organization', 'users', 'user-teams'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The days of a report that covers the last 28 days up to yesterday, oldest first. */
export function latestDays(now: number): string[] {
  return Array.from({ length: 28 }, (_, i) => dayOf(now - (28 - i) * DAY_MS))
}

export function hasReport(day: string, now: number): boolean {
  return day >= FIRST_DAY && day < dayOf(now) && day >= dayOf(now - 365 * DAY_MS)
}

/** Files of a report. Large organisations get several, and every shape that occurs occurs here. */
export function reportFiles(
  organisation: Organisation,
  kind: ReportKind,
  days: readonly string[],
): string[] {
  if (kind === 'user-teams') {
    return [JSON.stringify(days.flatMap((day) => membershipRows(organisation, day)))]
  }
  if (kind === 'users') {
    // Every file has users of every day: the same user is in several.
    return split(
      days.flatMap((day) => userRows(organisation, day)),
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

function split<T>(items: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, part) => items.filter((_, i) => i % parts === part))
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
