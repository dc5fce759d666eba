import { seats } from './assistant/seats.ts'
import { ADMIN_TEAMS, teams } from './assistant/teams.ts'
import { organisationHistory, teamsHistory } from './assistant/usage.ts'
import { BANNERS } from './banners.ts'
import { DIRECTORATES } from './directorates.ts'
import { projects } from './projects.ts'
import { radar } from './radar.ts'
import { render } from './render.ts'
import { repositories } from './repositories.ts'
import { technologyLists } from './technology-lists.ts'

/** The logical buckets; each is a directory beside this one. */
export const BUCKETS = ['main', 'audit-tool', 'assistant']

/** Every document of the sample organisation: bucket and object key, joined by a slash, to its text. */
export function sampleDocuments(): Map<string, string> {
  const texts: [string, string][] = [
    ['main/repositories.json', render(repositories(), 2)],
    ['main/onsRadarSkeleton.json', render(radar(), 2)],
    ['main/messages.json', render({ messages: BANNERS }, 2)],
    ['main/directorates.json', render(DIRECTORATES, 1)],
    ['audit-tool/new_project_data.json', render(projects(), 2)],
    ['audit-tool/array_data.json', render(technologyLists(), 2)],
    ['assistant/historic_usage_data.json', render(organisationHistory(), 1)],
    ['assistant/teams_history.json', render(teamsHistory(), 3)],
    ['assistant/admin_teams.json', render(ADMIN_TEAMS, 1)],
    ['assistant/copilot_teams.json', render(teams(), 1)],
    ['assistant/seats.json', render(seats(), 1)],
  ]
  return new Map(texts.map(([path, text]) => [path, `${text}\n`]))
}
