import type { DayObject } from '@landscape/contracts/assistant'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { dayObject } from './day-object.ts'
import { countPeople, userDay, userOf, type PeopleByDay } from './people.ts'
import { countIn, type ReportRow } from './report-rows.ts'
import { isWithheld, MIN_PEOPLE, withheldDay } from './withheld-days.ts'

/**
 * Day objects of an organisation, oldest first.
 *
 * @param rows of one or several files; each day keeps its own row as `report`
 * @param people of the organisation; undefined when unknown, so that numbers of engaged people are omitted
 */
export function organisationDays(rows: readonly ReportRow[], people?: PeopleByDay): DayObject[] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return [...byDay.keys()].toSorted(byCodeUnit).map((date) => {
    const distinct = withoutRepeats(byDay.get(date) ?? [])
    const [row] = distinct
    // Counters of several rows add up, but numbers of people do not.
    const complete = distinct.length === 1 ? row : undefined
    const counts = people?.get(date)
    return dayObject({
      date,
      rows: distinct,
      active: complete && countIn(complete, 'daily_active_users'),
      // The users' report may lag behind, so it does not determine active people.
      people: counts && { ...counts, active: undefined },
      report: complete,
    })
  })
}

function withoutRepeats(rows: readonly ReportRow[]): ReportRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** A team's usage on one day. */
export interface TeamDay {
  /** Stable id at the host, when the report contains it. */
  teamId: number | undefined
  slug: string
  day: DayObject
}

/**
 * Usage of teams on one day: the users' rows, grouped by the teams of that day. A user counts in each team.
 * Teams with fewer members than MIN_PEOPLE get no day, as in the host's reports; teams with fewer active
 * people get a withheld day.
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
  return [...Map.groupBy(members, ({ slug }) => String(slug))].flatMap(([slug, own]) => {
    const users = new Set(own.map(userOf))
    if (users.size < MIN_PEOPLE) return []
    const rows = [...users].flatMap((user) => rowsByUser.get(user) ?? [])
    const people = countPeople(rows.map(userDay))
    const activity = { ...people.activity, members: users.size }
    const teamId = own[0]?.['team_id']
    const day = dayObject({ date, rows, people: { ...people, activity } })
    return {
      teamId: typeof teamId === 'number' ? teamId : undefined,
      slug,
      day: isWithheld(day) ? withheldDay(date) : day,
    }
  })
}
