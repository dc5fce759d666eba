import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { asRecord } from '@landscape/contracts/json'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { userActivity } from './activity.ts'
import { addDecimals } from './add-decimals.ts'
import { countIn, countOfUser, omitUndefined, sum, type ReportRow } from './report-rows.ts'
import { SURFACES } from '@landscape/contracts/usage-shapes'
import { DAY_MS, dayOf } from './calendar.ts'

/**
 * The use of each person on one day, by ascending id. A row without a numeric id is left out, because
 * logins are not stored.
 *
 * @param memberships their teams are not known when it is empty or undefined
 */
export function personDays(
  day: string,
  users: readonly ReportRow[],
  memberships: readonly ReportRow[] = [],
): PersonDay[] {
  const rows = Map.groupBy(ofDay(users, day), idIn)
  const teams = Map.groupBy(ofDay(memberships, day), idIn)
  const teamsOf = (id: number) => (teams.size === 0 ? undefined : (teams.get(id) ?? []))
  return [...rows]
    .flatMap(([id, own]) => (id === undefined ? [] : [personDay(day, id, own, teamsOf(id))]))
    .toSorted(byUser)
}

/** Several files of a report may contain the same person. */
function personDay(
  day: string,
  user_id: number,
  rows: readonly ReportRow[],
  teams: readonly ReportRow[] | undefined,
): PersonDay {
  const activities = rows.map(userActivity)
  const credits = activities.flatMap((own) => own.credits ?? [])
  const total = (counter: string) => sum(rows.map((row) => countOfUser(row, counter)))
  const team_ids = teams?.flatMap((row) => countIn(row, 'team_id') ?? [])
  return {
    day,
    user_id,
    surfaces: SURFACES.filter((surface) => activities.some(({ use }) => use[surface] === true)),
    ...omitUndefined({
      interactions: total('user_initiated_interaction_count'),
      generations: total('code_generation_activity_count'),
      acceptances: total('code_acceptance_activity_count'),
      lines_added: total('loc_added_sum'),
      credits: credits.length === 0 ? undefined : addDecimals(credits),
      phase: rows.map(phaseIn).findLast((phase) => phase !== undefined),
      team_ids: team_ids && [...new Set(team_ids)].toSorted((a, b) => a - b),
    }),
  }
}

/**
 * Adds and updates the days of people, oldest first. Others stay, and members that a loaded one lacks.
 *
 * @param oldest earlier days are removed
 */
export function mergePersonDays(
  stored: readonly PersonDay[],
  loaded: readonly PersonDay[],
  oldest: string,
): PersonDay[] {
  const merged = new Map(stored.map((own) => [keyOf(own), own]))
  for (const own of loaded) merged.set(keyOf(own), { ...merged.get(keyOf(own)), ...own })
  return sinceDay([...merged.values()], oldest).toSorted(
    (a, b) => byCodeUnit(a.day, b.day) || byUser(a, b),
  )
}

/** The days of people that are not before a day. */
export function sinceDay(days: readonly PersonDay[], oldest: string): PersonDay[] {
  return days.filter(({ day }) => day >= oldest)
}

/**
 * The first day that is kept.
 *
 * @param now milliseconds since the epoch
 */
export function oldestKept(now: number, retentionDays: number): string {
  return dayOf(now - retentionDays * DAY_MS)
}

function ofDay(rows: readonly ReportRow[], day: string): ReportRow[] {
  return rows.filter((row) => row.day === day)
}

/** Ids that the host writes as digits are the same ids. */
function idIn({ user_id: id }: ReportRow): number | undefined {
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

function phaseIn(row: ReportRow): number | undefined {
  const phase = asRecord(row['ai_adoption_phase'])['phase_number']
  return typeof phase === 'number' && Number.isSafeInteger(phase) && phase >= 0 ? phase : undefined
}

function keyOf({ day, user_id }: PersonDay): string {
  return `${day} ${user_id}`
}

function byUser(a: PersonDay, b: PersonDay): number {
  return a.user_id - b.user_id
}
