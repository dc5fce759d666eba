import type { OrganisationHistory, SeatsDocument, TeamsDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import type { StoredDocument } from '@landscape/documents'
import { assigneeId } from '../usage/team-seats.ts'
import type { UsageSource } from './port.ts'

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
