import type { Logger } from '@landscape/contracts/logger'
import type { RepositoryDay } from '@landscape/contracts/monthly-documents'
import type { MonthlyDocument } from '@landscape/store/documents/open-months'
import { faultOf, HostFailure, type HostFault } from '../host/failure.ts'
import type { UsageReports } from '../host/port.ts'
import type { ReportRow } from '../usage/report-rows.ts'
import { isRepositoryDay, mergeRepositoryDays } from '../usage/repository-usage.ts'

export interface RepositoryDeps {
  reports: Pick<UsageReports, 'day'>
  documents: {
    repositoryUsage: Pick<MonthlyDocument<RepositoryDay[]>, 'of'>
  }
  logger: Logger
  signal?: AbortSignal
}

/** The reports of repositories in one run. */
export interface RepositoryRun {
  /** Loads and stores the rows of days. @returns the days that failed */
  load: (days: readonly string[]) => Promise<ReadonlySet<string>>
  /**
   * Ends the run. `ok`: whether no request failed; `fault`: why rows are missing, null when they are stored, undefined
   * when none were requested.
   */
  finish: () => { ok: boolean; fault: HostFault | null | undefined }
}

/** Maximum number of repositories in the report of a day: the collector holds a month of them in memory. */
const MAX_ROWS_PER_DAY = 1_000
/** Maximum number of consecutive days that fail before no other day is requested. */
const MAX_CONSECUTIVE_FAILURES = 3
const BY = { actor: 'collector', action: 'add collected rows of repositories' }

/**
 * Loads rows of repositories into the stored months. A 403 or 404 is logged once and is not a failure: the
 * host does not offer these reports, or has none of the day. After a 403 no other day is requested.
 */
export function createRepositoryRun(deps: RepositoryDeps): RepositoryRun {
  const { reports, documents, logger, signal } = deps
  const outcomes = { report: false, forbidden: false, absent: false, failed: false }
  let consecutiveFailures = 0

  /** Rows of a day; undefined when the day must be requested again. */
  async function rowsOn(day: string): Promise<RepositoryDay[] | undefined> {
    if (outcomes.forbidden) return []
    if (signal?.aborted || consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) return undefined
    try {
      const rows = await reports.day('repos', day, (row) => row, signal)
      const storable = rows && storableRows(rows, day)
      consecutiveFailures = 0
      outcomes.report ||= storable !== undefined
      return storable ?? []
    } catch (error) {
      return signal?.aborted ? undefined : afterFailure(error, day)
    }
  }

  function afterFailure(err: unknown, day: string): RepositoryDay[] | undefined {
    const fault = faultOf(err)
    if (fault === 'failed') {
      consecutiveFailures++
      logger.warn({ err, day, report: 'repos' }, 'cannot load a report')
    } else if (!outcomes.forbidden && !outcomes.absent) {
      logger.warn({ err, day }, 'the host does not offer a report of repositories')
    }
    outcomes[fault] = true
    return fault === 'failed' ? undefined : []
  }

  return {
    async load(days) {
      const failed = new Set<string>()
      const loaded: RepositoryDay[] = []
      for (const day of days) {
        const rows = await rowsOn(day)
        if (rows) loaded.push(...rows)
        else failed.add(day)
      }
      await storeRows(documents.repositoryUsage, loaded)
      return failed
    },
    finish() {
      const fault = outcomes.report ? null : FAULTS.find((known) => outcomes[known])
      return { ok: !outcomes.failed, fault }
    },
  }
}

/** The most likely cause first. */
const FAULTS = ['forbidden', 'absent', 'failed'] as const satisfies HostFault[]

/** Adds rows to their months. */
async function storeRows(
  repositoryUsage: RepositoryDeps['documents']['repositoryUsage'],
  loaded: readonly RepositoryDay[],
): Promise<void> {
  for (const [month, rows] of Map.groupBy(loaded, ({ day }) => day.slice(0, 7))) {
    await repositoryUsage
      .of(month)
      .change((stored = []) => ({ next: mergeRepositoryDays(stored, rows), result: undefined }), {
        by: BY,
      })
  }
}

/** @throws HostFailure when the rows cannot be stored */
function storableRows(rows: readonly ReportRow[], day: string): RepositoryDay[] {
  if (rows.length > MAX_ROWS_PER_DAY) {
    const message = `The report of repositories has more than ${MAX_ROWS_PER_DAY} rows`
    throw new HostFailure('invalid-response', message)
  }
  const rowsOfDay = rows.filter((row) => row.day === day)
  const storable = rowsOfDay.filter(isRepositoryDay)
  if (storable.length === rowsOfDay.length) return storable
  throw new HostFailure('invalid-response', 'A row of a repository has no id')
}
