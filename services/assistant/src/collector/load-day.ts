import type { DayObject } from '@landscape/contracts'
import { hasStatus } from '../host/failure.ts'
import type { ReportKind, UsageReports } from '../host/port.ts'
import { organisationDays, teamDays, type TeamDay } from '../usage/days.ts'
import { countPeopleByDay, userDay, userOf } from '../usage/people.ts'
import { countIn, ReportIncomplete, type ReportRow } from '../usage/report-rows.ts'

export interface LoadedDay {
  day: string
  organisation: DayObject | undefined
  teams: TeamDay[]
  /** Whether the host has no report of the day, although it has one of a newer day. */
  isAbsent: boolean
  /** Reports that could not be loaded, with the cause. */
  failures: { kind: ReportKind; error: unknown }[]
}

interface LoadDeps {
  reports: Pick<UsageReports, 'day'>
  /** Whether the host has a report of a newer day. */
  hasNewer: () => Promise<boolean>
  signal?: AbortSignal | undefined
}

/**
 * Loads the reports of one day. Without the users' report, the organisation's day lacks engaged people and
 * teams get no day.
 *
 * @throws the reason of the signal when it aborts
 */
export async function loadDay(
  { reports, hasNewer, signal }: LoadDeps,
  day: string,
): Promise<LoadedDay> {
  const failures: LoadedDay['failures'] = []
  const load = async (kind: ReportKind): Promise<ReportRow[] | undefined> => {
    signal?.throwIfAborted()
    try {
      const rows = await reports.day(kind, day, (row) => row, signal)
      return rows?.filter((row) => row.day === day)
    } catch (error) {
      signal?.throwIfAborted()
      if (hasStatus(error, 404)) {
        notFound = error
        return undefined
      }
      failures.push({ kind, error })
      return []
    }
  }
  let notFound: unknown
  const organisation = await load('organization')
  if (organisation === undefined) {
    const isAbsent = await hasNewer()
    if (!isAbsent && notFound !== undefined)
      failures.push({ kind: 'organization', error: notFound })
    return { day, organisation: undefined, teams: [], isAbsent, failures }
  }
  const users = completeUsers((await load('users')) ?? [], organisation)
  const memberships = users.length > 0 ? await load('user-teams') : []
  return {
    day,
    organisation: organisationDays(
      organisation,
      users.length > 0 ? countPeopleByDay(users.map(userDay)) : undefined,
    )[0],
    // Without the organisation's row, the users' report cannot be checked for completeness.
    teams: organisation.length > 0 ? teamDays(day, users, memberships ?? []) : [],
    isAbsent: false,
    failures,
  }

  /** Rejects a report with fewer people than the organisation's count, since all numbers would be too low. */
  function completeUsers(users: ReportRow[], ofOrganisation: readonly ReportRow[]): ReportRow[] {
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
