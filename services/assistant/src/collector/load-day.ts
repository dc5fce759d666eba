import type { DayObject } from '@landscape/contracts'
import type { ReportKind, UsageReports } from '../host/port.ts'
import { organisationDays, teamDays, type TeamDay } from '../usage/days.ts'
import { countPeopleByDay, userDay, userOf } from '../usage/people.ts'
import { countIn, ReportIncomplete, type ReportRow } from '../usage/report-rows.ts'

export interface LoadedDay {
  day: string
  organisation: DayObject | undefined
  teams: TeamDay[]
  /** Reports that could not be loaded, and why. */
  failures: { kind: ReportKind; error: unknown }[]
}

/**
 * Everything the reports say about one day. A report that fails costs only what is made from it: the
 * organisation's day does without engaged people, teams do without that day.
 *
 * @throws the reason of the signal when it is told to stop
 */
export async function loadDay(
  reports: UsageReports,
  day: string,
  signal?: AbortSignal,
): Promise<LoadedDay> {
  const failures: LoadedDay['failures'] = []
  const load = async (kind: ReportKind): Promise<ReportRow[]> => {
    signal?.throwIfAborted()
    try {
      const rows = await reports.day(kind, day, (row) => row, signal)
      return rows.filter((row) => row.day === day)
    } catch (error) {
      signal?.throwIfAborted()
      failures.push({ kind, error })
      return []
    }
  }
  const organisation = await load('organization')
  const users = whole(await load('users'), organisation)
  // Without users every team would seem to have done nothing.
  const memberships = users.length > 0 ? await load('user-teams') : []
  return {
    day,
    organisation: organisationDays(
      organisation,
      users.length > 0 ? countPeopleByDay(users.map(userDay)) : undefined,
    )[0],
    // Where the organisation is not known, nobody knows whether all users are there.
    teams: organisation.length > 0 ? teamDays(day, users, memberships) : [],
    failures,
  }

  /** A report with fewer people than the organisation's counts would make every number too small. */
  function whole(users: ReportRow[], ofOrganisation: readonly ReportRow[]): ReportRow[] {
    const expected = Math.max(
      0,
      ...ofOrganisation.map((row) => countIn(row, 'daily_active_users') ?? 0),
    )
    const isFailed = failures.some(({ kind }) => kind === 'users')
    if (isFailed || new Set(users.map(userOf)).size >= expected) return users
    failures.push({ kind: 'users', error: new ReportIncomplete('Users are missing in the report') })
    return []
  }
}
