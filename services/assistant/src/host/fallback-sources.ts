import type { SeatsDocument, StoredUsage, TeamsDocument } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import { teamNotFound } from './failure.ts'
import type { UsageSource } from './port.ts'
import { dayObjectsOf } from '../usage/stored-usage.ts'
import { assigneeId } from '../usage/team-seats.ts'

/** A source without configuration: every method rejects with the names of the missing settings. */
export function createUnconfiguredSource(missing: readonly string[]): UsageSource {
  const reject = () => Promise.reject(notConfigured(missing))
  return {
    organisationUsage: reject,
    seats: reject,
    userTeams: reject,
    userAccount: reject,
    memberIds: reject,
  }
}

/** The error that names the missing settings. */
export function notConfigured(missing: readonly string[]): DomainError {
  return new DomainError('unavailable', `Not configured: ${missing.join(', ')}`)
}

/** Logs the missing settings at start-up, and their consequence. */
export function logUnconfigured(
  logger: Logger,
  subject: string,
  { missing, development }: { missing: readonly string[]; development: boolean },
): void {
  if (missing.length === 0) return
  if (development) logger.info({ missing }, `${subject} is not configured: using sample data`)
  else logger.warn({ missing }, `${subject} is not configured: its routes return 503`)
}

export interface SampleDocuments {
  organisationHistory: StoredDocument<StoredUsage>
  seats: StoredDocument<SeatsDocument>
  teams: StoredDocument<TeamsDocument>
}

const LIVE_DAYS = 28
/** The sample user belongs to the first teams only, so that other teams are forbidden. */
const OWN_TEAMS = 2
const SAMPLE_ACCOUNT = { login: 'sample-user', name: 'Sample user', avatar_url: '' }

/**
 * Source for development without a source-control host: reads the stored sample documents and treats every
 * token as that of one sample user.
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
      const stored = (await organisationHistory.read())?.value ?? []
      return { value: dayObjectsOf(stored).slice(-LIVE_DAYS) }
    },
    async seats() {
      return { value: await storedSeats() }
    },
    async userTeams() {
      return { value: (await storedTeams()).slice(0, OWN_TEAMS) }
    },
    userAccount: async () => ({ value: SAMPLE_ACCOUNT }),
    async memberIds(teamSlug) {
      const all = await storedTeams()
      const team = all.findIndex(({ slug }) => slug === teamSlug)
      if (team === -1) throw teamNotFound()
      // The documents contain no memberships, so seats are assigned to teams round-robin.
      const assigned = (await storedSeats()).filter((_, i) => i % all.length === team)
      return { value: new Set(assigned.map(assigneeId).filter((id) => id !== undefined)) }
    },
  }
}
