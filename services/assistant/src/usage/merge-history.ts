import type { DayObject, OrganisationHistory, Team, TeamsHistory } from '@landscape/contracts'
import { keepMembers } from './keep-known.ts'
import { richerDays } from './richer-days.ts'
import type { TeamDay } from './team-days.ts'

/**
 * History with newly loaded days in their place, oldest first. What is not among the new days stays
 * as it is, whoever wrote it, and so does what the new days lack: history never shrinks.
 */
export function mergeDays(
  history: readonly DayObject[],
  loaded: readonly DayObject[],
): OrganisationHistory {
  const byDate = new Map(history.map((day) => [day.date, day]))
  for (const day of richerDays(loaded, history)) {
    const before = byDate.get(day.date)
    byDate.set(day.date, before ? keepMembers(day, before) : day)
  }
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/**
 * Teams' history with newly loaded days. A team is recognised by its id when both sides know it, so
 * that a renamed team keeps its history; else, or when the old id is gone, by its slug.
 *
 * @param teams as the host describes them now
 */
export function mergeTeamDays(
  history: TeamsHistory,
  loaded: readonly TeamDay[],
  teams: readonly Team[],
): TeamsHistory {
  const merged = [...history]
  for (const [slug, days] of Map.groupBy(loaded, (teamDay) => teamDay.slug)) {
    const id = days.find(({ teamId }) => teamId !== undefined)?.teamId
    const data = days.map(({ day }) => day)
    const described = teams.find(
      (team) => (id !== undefined && team['id'] === id) || team.slug === slug,
    )
    const at = indexOfTeam(merged, slug, id, teams)
    const before = merged[at]
    const team: Team = {
      ...(before?.team ?? { slug, name: slug, description: '', url: '' }),
      ...described,
      ...(id !== undefined && { id }),
    }
    const entry = { ...before, team, data: mergeDays(before?.data ?? [], data) }
    if (at === -1) merged.push(entry)
    else merged[at] = entry
  }
  return merged
}

/** Where a team's history is; a team that was made anew under the same slug goes on with it. */
function indexOfTeam(
  history: TeamsHistory,
  slug: string,
  id: number | undefined,
  teams: readonly Team[],
): number {
  const byId = history.findIndex(({ team }) => id !== undefined && team['id'] === id)
  if (byId !== -1) return byId
  const isFree = ({ team }: TeamsHistory[number]) =>
    id === undefined ||
    team['id'] === undefined ||
    (teams.length > 0 && !teams.some((now) => now['id'] === team['id']))
  return history.findIndex((entry) => entry.team.slug === slug && isFree(entry))
}
