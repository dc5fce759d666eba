import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { asRecord } from '@landscape/contracts/json'
import type { RepositoryDay } from '@landscape/contracts/monthly-documents'
import { countIn, sum, type ReportRow, memberOf } from './report-rows.ts'

/** Counters of pull requests that add up over days. */
export const PULL_REQUEST_COUNTERS = [
  'total_created',
  'total_reviewed',
  'total_merged',
  'total_suggestions',
  'total_applied_suggestions',
  'total_created_by_copilot',
  'total_reviewed_by_copilot',
  'total_merged_created_by_copilot',
  'total_merged_reviewed_by_copilot',
  'total_copilot_suggestions',
  'total_copilot_applied_suggestions',
] as const
type Counter = (typeof PULL_REQUEST_COUNTERS)[number]

/** Medians of a day in minutes, which do not add up. */
const MEDIANS = [
  'median_minutes_to_merge',
  'median_minutes_to_merge_copilot_authored',
  'median_minutes_to_merge_copilot_reviewed',
] as const
type Median = (typeof MEDIANS)[number]

/** The days of a repository, summed; null is not known. */
export type RepositoryUsage = Record<Counter, number | null> & {
  repo_id: number
  repo_owner_name: string | null
  repo_name: string | null
  repo_visibility: string | null
  /** Number of days with activity. */
  days: number
  /** The days with a median, oldest first. */
  medians: ({ day: string } & Record<Median, number | null>)[]
}

/** Whether a row of a report can be stored: it has the id of its repository. */
export function isRepositoryDay(row: ReportRow): row is RepositoryDay & ReportRow {
  return Number.isSafeInteger(row['repo_id'])
}

/** Adds loaded rows, and replaces stored ones of the same day and repository; oldest day first. */
export function mergeRepositoryDays(
  stored: readonly RepositoryDay[],
  loaded: readonly RepositoryDay[],
): RepositoryDay[] {
  const rows = [...stored, ...loaded].map((row) => [`${row.day} ${row.repo_id}`, row] as const)
  return [...new Map(rows).values()].toSorted(
    (a, b) => byCodeUnit(a.day, b.day) || byCodeUnit(a.repo_id, b.repo_id),
  )
}

/**
 * Sums the days of each repository, sorted by owner and name. A repository has the name of its
 * newest row.
 */
export function sumRepositories(rows: readonly RepositoryDay[]): RepositoryUsage[] {
  return [...Map.groupBy(rows, ({ repo_id: id }) => id).values()]
    .map((days) => sumRepository(days.toSorted((a, b) => byCodeUnit(a.day, b.day))))
    .toSorted((a, b) => byCodeUnit(nameOf(a), nameOf(b)) || byCodeUnit(a.repo_id, b.repo_id))
}

/** @param days rows of one repository, oldest first */
function sumRepository(days: readonly RepositoryDay[]): RepositoryUsage {
  const newest = days.at(-1)
  const numbers = days.map(({ day, pull_requests }) => ({ day, numbers: asRecord(pull_requests) }))
  const counts = PULL_REQUEST_COUNTERS.map((name) => {
    return [name, sum(numbers.map((own) => countIn(own.numbers, name))) ?? null]
  })
  return {
    repo_id: newest?.repo_id ?? 0,
    repo_owner_name: memberOf(newest, 'repo_owner_name'),
    repo_name: memberOf(newest, 'repo_name'),
    repo_visibility: memberOf(newest, 'repo_visibility'),
    days: days.length,
    ...(Object.fromEntries(counts) as Record<Counter, number | null>),
    medians: numbers.flatMap(({ day, numbers: own }) => {
      const medians = MEDIANS.map((name) => [name, numberOr(own[name])] as const)
      if (medians.every(([, median]) => median === null)) return []
      return [{ day, ...(Object.fromEntries(medians) as Record<Median, number | null>) }]
    }),
  }
}

function nameOf({ repo_owner_name: owner, repo_name: name }: RepositoryUsage): string {
  return `${owner ?? ''}/${name ?? ''}`
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
