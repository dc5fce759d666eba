import type { Team } from '@landscape/contracts'
import type { ReportRow } from '../usage/report-rows.ts'

/** What reports are about: the organisation, its users, or who is in which team. */
export type ReportKind = 'organization' | 'users' | 'user-teams'

/** Published usage reports, row by row: whole ones would not fit into memory. */
export interface UsageReports {
  /** The last days that were published; fails when there are none. */
  latest<T>(kind: 'organization' | 'users', take: (row: ReportRow) => T): Promise<T[]>
  /** One day; empty when there is no report. */
  day<T>(
    kind: ReportKind,
    day: string,
    take: (row: ReportRow) => T,
    signal?: AbortSignal,
  ): Promise<T[]>
  /** Every team of the organisation. */
  teams(signal?: AbortSignal): Promise<Team[]>
}
