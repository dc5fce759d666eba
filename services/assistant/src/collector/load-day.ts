import type { DayObject } from '@landscape/contracts'
import type { ReportKind, UsageReports } from '../sources/usage-reports.ts'
import { organisationDays } from '../usage/organisation-days.ts'
import type { ReportRow } from '../usage/report-rows.ts'
import { teamDays, type TeamDay } from '../usage/team-days.ts'
import { userDay } from '../usage/user-day.ts'

export interface LoadedDay {
  organisation: DayObject | undefined
  teams: TeamDay[]
  /** Reports that could not be had, and why. */
  failures: { kind: ReportKind; error: unknown }[]
}

/**
 * Everything the reports say about one day. A report that fails costs only what is made from it: the
 * organisation's day does without engaged people, teams do without that day.
 */
export async function loadDay(reports: UsageReports, day: string): Promise<LoadedDay> {
  const failures: LoadedDay['failures'] = []
  const load = async (kind: ReportKind): Promise<ReportRow[]> => {
    try {
      return (await reports.day(kind, day, (row) => row)).filter((row) => row.day === day)
    } catch (error) {
      failures.push({ kind, error })
      return []
    }
  }
  const organisation = await load('organization')
  const users = await load('users')
  // Without users every team would seem to have done nothing.
  const memberships = users.length > 0 ? await load('user-teams') : []
  return {
    organisation: organisationDays(
      organisation,
      users.length > 0 ? users.map(userDay) : undefined,
    )[0],
    teams: teamDays(day, users, memberships),
    failures,
  }
}
