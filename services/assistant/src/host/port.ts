import type { DayObject, Seat, Team, UsageItem } from '@landscape/contracts/assistant'
import type { ReportRow } from '../usage/report-rows.ts'
import type { HostFault } from './failure.ts'

/** A value from a source, with its age when the host is unavailable. */
export interface AgedValue<T> {
  value: T
  /** Seconds since the host returned it; absent when the value is current. */
  staleSeconds?: number
}

/** A user's token for the source-control host, as the browser sent it. */
export interface UserToken {
  value: string
  /** Whether the host issued it to this service; any other token may be forged. */
  isTrusted: boolean
  /** The caller whose budget of rejected tokens is charged. */
  caller: string
}

/** An account at the source-control host. */
export interface UserAccount {
  login: string
  name: string | null
  avatar_url: string
}

/** Source of usage, seats and teams; one adapter per upstream interface. */
export interface UsageSource {
  /** The most recently published days of the organisation, oldest first. */
  organisationUsage(): Promise<AgedValue<readonly DayObject[]>>
  /** Every seat of the organisation, in the host's own shape. */
  seats(): Promise<AgedValue<readonly Seat[]>>
  /**
   * Teams of the organisation that the owner of a token belongs to.
   * @throws DomainError `unauthenticated` when the host rejects the token, `rate-limited` or
   *   `unavailable` when the budget for unverified tokens is exhausted
   */
  userTeams(userToken: UserToken): Promise<AgedValue<readonly Team[]>>
  /**
   * The account of a token's owner.
   * @throws DomainError as `userTeams`
   */
  userAccount(userToken: UserToken): Promise<AgedValue<UserAccount>>
  /**
   * Ids of a team's members.
   * @throws DomainError `not-found` when the organisation has no such team
   */
  memberIds(teamSlug: string): Promise<AgedValue<ReadonlySet<number>>>
}

/** Subject of a report: the organisation, its users, team memberships, or repositories. */
export type ReportKind = 'organization' | 'users' | 'user-teams' | 'repos'

/** Published usage reports, read row by row because a complete report may exceed memory. */
export interface UsageReports {
  /** The most recently published days; fails when there are none. */
  latest<T>(kind: 'organization' | 'users', take: (row: ReportRow) => T): Promise<T[]>
  /** Whether the host has a latest report of the organisation. */
  hasLatest(signal?: AbortSignal): Promise<boolean>
  /** Rows of one day; undefined when the host returns 204, and a failure with its status for 404. */
  day<T>(
    kind: ReportKind,
    day: string,
    take: (row: ReportRow) => T,
    signal?: AbortSignal,
  ): Promise<T[] | undefined>
  /** Every team of the organisation. */
  teams(signal?: AbortSignal): Promise<Team[]>
}

/** Numbers of seats in the billing cycle; null when the host does not state them. */
export interface SeatCounts {
  total: number | null
  active_this_cycle: number | null
  inactive_this_cycle: number | null
  pending_cancellation: number | null
  added_this_cycle: number | null
  plan_type: string | null
}

/** The budget for credits; its amount in US dollars a month. */
export interface Budget {
  amount: number
  /** Whether the host blocks usage beyond the budget. */
  stops_use: boolean
}

/** Billing of the organisation at the host; each request may fail with a HostFailure. */
export interface Billing {
  /** Items of the bill of a month, `YYYY-MM`. */
  itemsOf(month: string, signal?: AbortSignal): Promise<UsageItem[]>
  seatCounts(): Promise<SeatCounts>
  /** The lowest budget of the organisation for credits; null when it has none. */
  budget(): Promise<Budget | null>
}

/** A value of billing, or why it is not available. */
export type Billed<T> = { value: T; fault?: undefined } | { fault: HostFault }

/** Billing that routes request, cached. */
export interface BillingSource {
  seatCounts(): Promise<Billed<SeatCounts>>
  budget(): Promise<Billed<Budget | null>>
}
