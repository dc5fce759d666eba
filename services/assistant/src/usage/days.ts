import type { DayObject } from '@landscape/contracts'
import { dayObject } from './day-object.ts'
import { countPeople, userDay, userOf, type PeopleByDay } from './people.ts'
import { countIn, type ReportRow } from './report-rows.ts'

/**
 * Day objects of an organisation, oldest first.
 *
 * @param rows of one or several files; each day carries its own row as `report`, so that nothing
 *   the host published is lost
 * @param people of the organisation; absent when they could not be loaded, then numbers of
 *   engaged people are left out
 */
export function organisationDays(rows: readonly ReportRow[], people?: PeopleByDay): DayObject[] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return [...byDay.keys()].toSorted(byCodeUnit).map((date) => {
    const distinct = withoutRepeats(byDay.get(date) ?? [])
    const [row] = distinct
    // Parts of a day add up, but people who are in two of them must not count twice.
    const whole = distinct.length === 1 ? row : undefined
    const own = people?.get(date)
    return dayObject({
      date,
      rows: distinct,
      active: whole && countIn(whole, 'daily_active_users'),
      // The user report may lag behind; no rows then means not known, not nobody.
      people: own && { ...own, active: undefined },
      report: whole,
    })
  })
}

function withoutRepeats(rows: readonly ReportRow[]): ReportRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

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
