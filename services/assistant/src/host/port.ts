import type { DayObject, Seat, Team } from '@landscape/contracts'
import type { ReportRow } from '../usage/report-rows.ts'

/** What a source answered, and how old it is when the host itself could not be asked. */
export interface Answer<T> {
  value: T
  /** Seconds since the host said so; absent when the answer is current. */
  staleSeconds?: number
}

/** A user's token for the source-control host, as a browser brought it. */
export interface UserToken {
  value: string
  /** Whether the host itself gave it to us; else anybody may have made it up. */
  isVouched: boolean
  /** On whose behalf the host is asked. */
  caller: string
}

/**
 * Where usage, seats and teams come from. One adapter per kind of source, so that the next change
 * of an upstream interface costs one adapter.
 */
export interface UsageSource {
  /** Days of the organisation that were published last, oldest first. */
  organisationUsage(): Promise<Answer<readonly DayObject[]>>
  /** Every seat of the organisation, as the host describes it. */
  seats(): Promise<Answer<readonly Seat[]>>
  /**
   * Teams of the organisation that the owner of a token belongs to.
   * @throws DomainError `unauthenticated` when the host refuses the token, `rate-limited` or
   *   `unavailable` when it is not asked on this caller's behalf now
   */
  userTeams(userToken: UserToken): Promise<Answer<readonly Team[]>>
  /**
   * Ids of a team's members.
   * @throws DomainError `not-found` when the organisation has no such team
   */
  memberIds(teamSlug: string): Promise<Answer<ReadonlySet<number>>>
}

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
