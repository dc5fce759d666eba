import {
  isRecord,
  type DayObject,
  type JsonRecord,
  type OrganisationHistory,
  type Team,
  type TeamsHistory,
} from '@landscape/contracts'
import type { TeamDay } from './days.ts'

/**
 * History with newly loaded days in their place, oldest first. What is not among the new days stays
 * as it is, whoever wrote it, and so does what the new days lack: history never shrinks.
 */
export function mergeDays(
  history: readonly DayObject[],
  loaded: readonly DayObject[],
): OrganisationHistory {
  const byDate = new Map(history.map((day) => [day.date, day]))
  for (const day of loaded) {
    const before = byDate.get(day.date)
    if (before === undefined) byDate.set(day.date, day)
    else if (!lacks(day, before)) byDate.set(day.date, keepMembers(day, before))
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

/** Whether a number is missing that was known: a report was empty or could not be loaded. */
function lacks(day: DayObject, before: DayObject): boolean {
  return ['total_active_users', 'total_engaged_users'].some(
    (name) => typeof before[name] === 'number' && typeof day[name] !== 'number',
  )
}

/** Members that tell elements of a list apart: in day objects, and in the host's breakdowns. */
const IDENTIFYING = ['name', 'ide', 'feature', 'language', 'model']

/**
 * A newly loaded value with everything that was known before and that it lacks: members, elements of
 * breakdowns, and numbers that would become zero, all the way down. What is new wins otherwise.
 */
export function keepKnown(loaded: unknown, before: unknown): unknown {
  if (loaded === undefined || loaded === null) return before ?? loaded
  if (loaded === 0 && typeof before === 'number') return before
  if (Array.isArray(loaded) && Array.isArray(before)) return keepElements(loaded, before)
  if (isRecord(loaded) && isRecord(before)) return keepMembers(loaded, before)
  return loaded
}

/** Members keep the order of what is new, so that loading the same again changes nothing. */
function keepMembers<T extends JsonRecord>(loaded: T, before: JsonRecord): T {
  const merged = Object.entries(loaded).map(([name, value]) => [
    name,
    keepKnown(value, Object.hasOwn(before, name) ? before[name] : undefined),
  ])
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(loaded, name))
  return Object.fromEntries([...merged, ...others]) as T
}

function keepElements(loaded: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((element) => [identityOf(element), element]))
  const fresh = new Set(loaded.map(identityOf))
  const isTold = known.size === before.length && fresh.size === loaded.length
  // Elements that nothing tells apart cannot be matched: a list is then replaced, never emptied.
  if (!isTold || known.has(undefined) || fresh.has(undefined)) {
    return loaded.length === 0 ? before : loaded
  }
  return [
    ...loaded.map((element) => keepKnown(element, known.get(identityOf(element)))),
    ...before.filter((element) => !fresh.has(identityOf(element))),
  ]
}

function identityOf(element: unknown): string | undefined {
  if (!isRecord(element)) return undefined
  const own = IDENTIFYING.filter((name) => typeof element[name] === 'string')
  return own.length === 0 ? undefined : JSON.stringify(own.map((name) => [name, element[name]]))
}
