import type { DayObject } from '@landscape/contracts/assistant'
import { hasStatus } from '../host/failure.ts'
import type { ReportKind, UsageReports } from '../host/port.ts'
import { organisationDays, type TeamDay, teamDays } from '../usage/days.ts'
import { countPeopleByDay, userDay, userOf } from '../usage/people.ts'
import { breakdown, countIn, ReportIncomplete, type ReportRow } from '../usage/report-rows.ts'
import { surfacesOf } from '../usage/surfaces.ts'

export interface LoadedDay {
  day: string
  organisation: DayObject | undefined
  teams: TeamDay[]
  /** State once the day is old enough; undefined while one of its reports may still be published. */
  outcome: 'loaded' | 'empty' | undefined
  /** Whether the report of memberships was loaded. */
  hasMemberships: boolean
  /** Reports that could not be loaded, with the cause. */
  failures: { kind: ReportKind; error: unknown }[]
}

interface LoadDeps {
  reports: Pick<UsageReports, 'day'>
  /** Whether the host has any report; a 404 is a failure otherwise. */
  hasReports: () => Promise<boolean>
  /** Whether the host has published this report of a newer day, so that an absent one will not follow. */
  hasNewer: (kind: 'organization' | 'user-teams', day: string) => Promise<boolean>
  signal?: AbortSignal | undefined
}

/**
 * Loads the reports of one day. Without the users' report, the organisation's day lacks engaged people and
 * teams get no day.
 *
 * @throws the reason of the signal when it aborts
 */
export async function loadDay(deps: LoadDeps, day: string): Promise<LoadedDay> {
  const { reports, hasNewer, signal } = deps
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
  let isIncomplete = false
  const organisation = await load('organization')
  if (organisation === undefined) return absentDay(deps, day, { failures, notFound })
  const users = completeUsers((await load('users')) ?? [], organisation)
  const memberships = users.length > 0 ? await load('user-teams') : []
  const people = users.length > 0 ? countPeopleByDay(users.map(userDay)) : undefined
  const [own] = organisationDays(organisation, people)
  // Without the organisation's row, the users' report cannot be checked for completeness.
  const checked = organisation.length > 0 ? users : []
  const teams = teamDays(day, checked, memberships ?? [])
  const isWhole = memberships !== undefined || (await hasNewer('user-teams', day))
  return {
    day,
    organisation: own && marked(own, isIncomplete),
    teams: teams.map((team) => ({ ...team, day: marked(team.day, isIncomplete) })),
    outcome: own && isWhole ? 'loaded' : undefined,
    hasMemberships: (memberships?.length ?? 0) > 0,
    failures,
  }

  /** Rejects a report that lacks too many people, since all numbers would be too low. */
  function completeUsers(users: ReportRow[], ofOrganisation: readonly ReportRow[]): ReportRow[] {
    if (failures.some(({ kind }) => kind === 'users')) return users
    const completeness = completenessOf(users, ofOrganisation)
    isIncomplete = completeness === 'incomplete'
    if (completeness !== 'rejected') return users
    failures.push({ kind: 'users', error: new ReportIncomplete('Users are missing in the report') })
    return []
  }
}

/** A day without the organisation's report. */
async function absentDay(
  { hasReports, hasNewer }: LoadDeps,
  day: string,
  { failures, notFound }: Pick<LoadedDay, 'failures'> & { notFound: unknown },
): Promise<LoadedDay> {
  const isPublishing = await hasReports()
  if (!isPublishing && notFound !== undefined) {
    failures.push({ kind: 'organization', error: notFound })
  }
  const isEmpty = isPublishing && (await hasNewer('organization', day))
  return {
    day,
    organisation: undefined,
    teams: [],
    outcome: isEmpty ? 'empty' : undefined,
    hasMemberships: false,
    failures,
  }
}

/** Marks a day whose users' report lacks some people. */
function marked(day: DayObject, isIncomplete: boolean): DayObject {
  return isIncomplete ? { ...day, incomplete: true } : day
}

/** Maximum share of active people without a row in the users' report; the number is rounded. */
const MAX_MISSING_SHARE = 0.02

/** Whether a users' report has a row for each active person of the organisation's report. */
type Completeness = 'complete' | 'incomplete' | 'rejected'

/**
 * Compares the number of active people with the people who have a row.
 *
 * The host counts users of an editor, and people whom it knows from its own records. It counts users of the
 * command line separately. Whether it includes people who used only other surfaces is not documented, so
 * they can only make a report incomplete.
 */
function completenessOf(
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
