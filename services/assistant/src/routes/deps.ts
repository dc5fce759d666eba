import type {
  AdminTeams,
  OrganisationHistory,
  TeamsDocument,
  TeamsHistory,
} from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'

/** The stored documents that routes answer from. */
export interface Documents {
  organisationHistory: StoredDocument<OrganisationHistory>
  teamsHistory: StoredDocument<TeamsHistory>
  teams: StoredDocument<TeamsDocument>
  adminTeams: StoredDocument<AdminTeams>
}
