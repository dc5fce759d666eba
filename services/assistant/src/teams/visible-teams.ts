import type { Team, TeamsDocument, TeamsHistory } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Viewer } from './viewer.ts'

/**
 * The teams to offer a viewer: for assistant admins all that are known, from the history, else from
 * the list of teams; for others their own. No document, no more teams.
 */
export async function visibleTeams(
  viewer: Viewer,
  documents: {
    teams: StoredDocument<TeamsDocument>
    teamsHistory: StoredDocument<TeamsHistory>
  },
): Promise<readonly Team[]> {
  if (!viewer.isAssistantAdmin) return viewer.ownTeams
  const withHistory = (await documents.teamsHistory.read())?.value.map(({ team }) => team)
  if (withHistory?.length) return withHistory
  const listed = (await documents.teams.read())?.value
  return listed?.length ? listed : viewer.ownTeams
}
