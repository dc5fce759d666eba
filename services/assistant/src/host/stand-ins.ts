import { DomainError } from '@landscape/errors'
import type { Logger } from '@landscape/logging'
import type { OrganisationHistory, SeatsDocument, TeamsDocument } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { UsageSource } from './port.ts'
import { assigneeId } from '../usage/team-seats.ts'

/**
 * A source that nobody set up: every question is answered with the settings that are missing.
 *
 * @param missing names of settings, never their values
 */
export function createUnconfiguredSource(missing: readonly string[]): UsageSource {
  const refuse = () => Promise.reject(notConfigured(missing))
  return { organisationUsage: refuse, seats: refuse, userTeams: refuse, memberIds: refuse }
}

/** Says which settings are missing. */
export function notConfigured(missing: readonly string[]): DomainError {
  return new DomainError('unavailable', `Not configured: ${missing.join(', ')}`)
}

/** Tells the log, at the start, what stands in for something that is not set up. */
export function logUnconfigured(
  logger: Logger,
  what: string,
  { missing, development }: { missing: readonly string[]; development: boolean },
): void {
  if (missing.length === 0) return
  if (development) logger.info({ missing }, `${what} is not configured: sample data`)
  else logger.warn({ missing }, `${what} is not configured: its routes answer 503`)
}

export interface SampleDocuments {
  organisationHistory: StoredDocument<OrganisationHistory>
  seats: StoredDocument<SeatsDocument>
  teams: StoredDocument<TeamsDocument>
}

const LIVE_DAYS = 28
/** The sample user belongs to the first teams, so that there are others to be refused. */
const OWN_TEAMS = 2

/**
 * Stands in for the source-control host in development: answers from the stored sample documents,
 * for one sample user to whom every token belongs.
 */
export function createSampleSource({
  organisationHistory,
  seats,
  teams,
}: SampleDocuments): UsageSource {
  const storedSeats = async () => (await seats.read())?.value ?? []
  const storedTeams = async () => (await teams.read())?.value ?? []
  return {
    async organisationUsage() {
      return { value: ((await organisationHistory.read())?.value ?? []).slice(-LIVE_DAYS) }
    },
    async seats() {
      return { value: await storedSeats() }
    },
    async userTeams() {
      return { value: (await storedTeams()).slice(0, OWN_TEAMS) }
    },
    async memberIds(teamSlug) {
      const all = await storedTeams()
      const team = all.findIndex(({ slug }) => slug === teamSlug)
      if (team === -1) throw new DomainError('not-found', 'Team not found')
      // The documents do not say who is in which team: deal the seats out like cards.
      const dealt = (await storedSeats()).filter((_, i) => i % all.length === team)
      return { value: new Set(dealt.map(assigneeId).filter((id) => id !== undefined)) }
    },
  }
}
