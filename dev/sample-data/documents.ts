import { repositoryUsage } from './repository-usage.ts'
import { spend } from './spend.ts'
import { organisationHistory, seats, teams, teamsHistory } from './assistant-usage.ts'
import { addDays, daysBetween, moved, REFERENCE_DATE, seasonOf } from '../organisation/calendar.ts'
import { ADMIN_TEAMS } from '../organisation/teams.ts'
import { BANNERS } from './banners.ts'
import { CHANGE_EXAMPLE, EDITION_EXAMPLE } from './examples.ts'
import { projects } from './projects.ts'
import { landscapeMonths } from './months.ts'
import { DIRECTORATES, radar, radarAt } from './radar.ts'
import { repositories } from '../organisation/repositories.ts'
import { TECHNOLOGY_NAMES, writtenLists } from './untidy-names.ts'

/** Logical buckets, each a directory of the sample data. */
export const BUCKETS = ['main', 'audit-tool', 'assistant']

/** Instant of the first change of the history, in ISO 8601. */
export const FIRST_CHANGE = moved(CHANGE_EXAMPLE.at)

/** Documents of the sample organisation as JSON, by bucket and object key joined by a slash. */
export async function sampleDocuments(): Promise<Map<string, string>> {
  const texts: [string, string][] = [
    ['main/repositories.json', render(repositories(), 2)],
    ['main/onsRadarSkeleton.json', render(radar(), 2)],
    ['main/radar_editions.json', render(editions(), 1)],
    ...editions().map(({ at }): [string, string] => [
      `main/history/radar/kept/${Date.parse(at)}.json`,
      render(radarAt(at), 2),
    ]),
    ['main/landscape_months.json', render(await landscapeMonths(), 1)],
    ['main/messages.json', render({ messages: BANNERS }, 2)],
    ['main/directorates.json', render(DIRECTORATES, 1)],
    ['audit-tool/new_project_data.json', render(projects(), 2)],
    ['audit-tool/array_data.json', render(writtenLists(), 2)],
    ['audit-tool/technology_names.json', render(TECHNOLOGY_NAMES, 1)],
    ['assistant/historic_usage_data.json', render(organisationHistory(), 1)],
    // Thirty days as the previous system archived them.
    ['assistant/archive/pre-mar26/historic_usage_data_mar26.json', render(archivedDays(), 1)],
    ['assistant/archive/pre-feb25/historic_usage_data_feb25.json', render(archivedCounts(), 1)],
    ['assistant/teams_history.json', render(teamsHistory(), 3)],
    ['assistant/admin_teams.json', render(ADMIN_TEAMS, 1)],
    ['assistant/copilot_teams.json', render(teams(), 1)],
    ['assistant/seats.json', render(seats(), 1)],
    ['assistant/spend.json', render(spend(), 1)],
    ...repositoryUsageTexts(),
  ]
  return new Map(texts.map(([path, text]) => [path, `${text}\n`]))
}

function repositoryUsageTexts() {
  return [...repositoryUsage()].map(([month, rows]): [string, string] => {
    return [`assistant/repository_usage/${month}.json`, render(rows, 1)]
  })
}

/** Days before the last day at which a later edition was kept. */
const LATER_EDITION_DAYS = 75

/** The edition of the examples, and a later one when the last day is more than four months after it. */
function editions(): (typeof EDITION_EXAMPLE)[] {
  const day = addDays(REFERENCE_DATE, -LATER_EDITION_DAYS)
  const [season, year] = [seasonOf(day), day.slice(0, 4)]
  const id = `${season.toLowerCase()}-${year}`
  const later = { ...EDITION_EXAMPLE, id, name: `${season} ${year}`, at: `${day}T10:00:00.000Z` }
  const isLater = daysBetween(EDITION_EXAMPLE.at.slice(0, 10), day) > 120
  return isLater ? [EDITION_EXAMPLE, later] : [EDITION_EXAMPLE]
}

/** The previous system stored no activity. */
function archivedDays() {
  return organisationHistory()
    .slice(0, 30)
    .map(({ activity: _activity, ...day }) => day)
}

/** Two weeks of January 2025 in the host's shape of that time. */
function archivedCounts() {
  return Array.from({ length: 14 }, (_, i) => {
    const active = 18 + (i % 5)
    return {
      day: moved(addDays('2025-01-06', i)),
      total_suggestions_count: active * 40,
      total_acceptances_count: active * 11,
      total_lines_suggested: active * 70,
      total_lines_accepted: active * 16,
      total_active_users: active,
      total_chat_acceptances: active,
      total_chat_turns: active * 3,
      total_active_chat_users: Math.floor(active / 2),
    }
  })
}

/** JSON with one element per line to `depth` levels and compact below, for small files and readable diffs. */
function render(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => inner + render(item, depth - 1, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${render(item, depth - 1, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
