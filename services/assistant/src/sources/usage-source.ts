import type { DayObject, Seat, Team } from '@landscape/contracts'

/** What a source answered, and how old it is when the host itself could not be asked. */
export interface Answer<T> {
  value: T
  /** Seconds since the host said so; absent when the answer is current. */
  staleSeconds?: number
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
   * @throws DomainError `unauthenticated` when the host refuses the token
   */
  userTeams(userToken: string): Promise<Answer<readonly Team[]>>
  /**
   * Ids of a team's members.
   * @throws DomainError `not-found` when the organisation has no such team
   */
  memberIds(teamSlug: string): Promise<Answer<ReadonlySet<number>>>
}
