import type { DayObject } from '@landscape/contracts'
import { dayObject } from './day-object.ts'
import { countPeople } from './people.ts'
import type { ReportRow } from './report-rows.ts'
import { userDay, userOf } from './user-day.ts'

/** A team's figures for one day. */
export interface TeamDay {
  /** Stable id at the host, when the report says it; slugs can be renamed. */
  teamId: number | undefined
  slug: string
  day: DayObject
}

/**
 * Figures of teams on one day: rows of users, grouped by the teams they were in. A user counts in
 * each team. Teams that the host leaves out of the report, because they are small, get no day: a
 * zero would be wrong and a number would be about single persons.
 */
export function teamDays(
  date: string,
  userRows: readonly ReportRow[],
  memberships: readonly ReportRow[],
): TeamDay[] {
  const rowsByUser = Map.groupBy(
    userRows.filter(({ day }) => day === date),
    userOf,
  )
  const members = memberships.filter(
    (row) => row.day === date && typeof row['slug'] === 'string' && row['slug'] !== '',
  )
  return [...Map.groupBy(members, ({ slug }) => String(slug))].map(([slug, own]) => {
    const users = new Set(own.map(userOf))
    const rows = [...users].flatMap((user) => rowsByUser.get(user) ?? [])
    const teamId = own[0]?.['team_id']
    return {
      teamId: typeof teamId === 'number' ? teamId : undefined,
      slug,
      day: dayObject({ date, rows, people: countPeople(rows.map(userDay)) }),
    }
  })
}
