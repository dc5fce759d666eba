import type {
  DayObject,
  OrganisationHistory,
  Team,
  TeamsHistory,
} from '@landscape/contracts/assistant'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { activityOf } from './activity.ts'
import type { TeamDay } from './days.ts'

/** One day object for each date; a later one wins, and keeps the members that it lacks. */
export function oncePerDay(days: readonly DayObject[]): DayObject[] {
  const byDate = new Map<string, DayObject>()
  for (const day of days) byDate.set(day.date, mergeMembers(day, byDate.get(day.date) ?? {}))
  return [...byDate.values()]
}

/**
 * Adds and updates loaded days, oldest first. Members that loaded days lack stay, and elements of other days
 * stay as they are, also several of one day.
 */
export function mergeDays(
  history: readonly DayObject[],
  loaded: readonly DayObject[],
): OrganisationHistory {
  const dates = new Set(loaded.map(({ date }) => date))
  const others = history.filter(({ date }) => !dates.has(date))
  const known = oncePerDay(history.filter(({ date }) => dates.has(date)))
  const byDate = new Map(known.map((day) => [day.date, day]))
  for (const day of loaded) {
    const before = byDate.get(day.date)
    if (before === undefined) byDate.set(day.date, day)
    else if (day['withheld'] !== true && !lacksNumbers(day, before) && !lacksPeople(day, before)) {
      byDate.set(day.date, mergeMembers(withMoreCredits(day, before), withoutMarks(before)))
    }
  }
  return [...others, ...byDate.values()].toSorted((a, b) => byCodeUnit(a.date, b.date))
}

/**
 * Adds loaded days to the teams' history. Teams are matched by id when both sides have one, so that a renamed
 * team keeps its history; otherwise, or when the stored id no longer exists, by slug.
 *
 * @param teams current teams of the host
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

/** Index of a team's history; a team recreated under the same slug continues it. */
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

/** Whether a stored number is missing, because a report was empty or failed. */
function lacksNumbers(day: DayObject, before: DayObject): boolean {
  return (['total_active_users', 'total_engaged_users'] as const).some(
    (name) => typeof before[name] === 'number' && typeof day[name] !== 'number',
  )
}

/** Whether some people are missing in the loaded numbers, but not in the stored ones. */
function lacksPeople(day: DayObject, before: DayObject): boolean {
  if (day['incomplete'] !== true || before['incomplete'] === true) return false
  const [people, known] = [day['total_active_users'], before['total_active_users']]
  const hasMore = typeof people === 'number' && typeof known === 'number' && people > known
  return before['total_engaged_users'] !== undefined && !hasMore
}

/** Keeps stored credits that include more people than the loaded ones. */
function withMoreCredits(day: DayObject, before: DayObject): DayObject {
  const [activity, known] = [activityOf(day), activityOf(before)]
  if (!activity || !known || activity.people_with_credits >= known.people_with_credits) return day
  const { credits, people_with_credits } = known
  return { ...day, activity: { ...activity, credits, people_with_credits } }
}

/** A loaded day has its own marks. */
function withoutMarks({
  incomplete: _incomplete,
  withheld: _withheld,
  ...day
}: DayObject): JsonRecord {
  return day
}

/** Members that identify an array element in day objects and in the host's breakdowns. */
const KEY_MEMBERS = ['name', 'ide', 'feature', 'language', 'model'] as const

/**
 * Merges a loaded value into the stored one, recursively. The loaded value wins, except that missing members,
 * missing elements of breakdowns, and numbers that would become zero keep their stored value.
 */
export function mergeValue(loaded: unknown, before: unknown): unknown {
  if (loaded === undefined || loaded === null) return before ?? loaded
  if (loaded === 0 && typeof before === 'number') return before
  if (Array.isArray(loaded) && Array.isArray(before)) return mergeElements(loaded, before)
  if (isRecord(loaded) && isRecord(before)) return mergeMembers(loaded, before)
  return loaded
}

/** Keeps the order of the loaded members, so that merging is idempotent. */
function mergeMembers<T extends JsonRecord>(loaded: T, before: JsonRecord): T {
  const merged = Object.entries(loaded).map(([name, value]) => [
    name,
    mergeValue(value, Object.hasOwn(before, name) ? before[name] : undefined),
  ])
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(loaded, name))
  return Object.fromEntries([...merged, ...others]) as T
}

function mergeElements(loaded: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((element) => [identityOf(element), element]))
  const fresh = new Set(loaded.map(identityOf))
  const isUnambiguous = known.size === before.length && fresh.size === loaded.length
  // Elements without unique keys cannot be matched: the array is replaced, but never emptied.
  if (!isUnambiguous || known.has(undefined) || fresh.has(undefined)) {
    return loaded.length === 0 ? before : loaded
  }
  return [
    ...loaded.map((element) => mergeValue(element, known.get(identityOf(element)))),
    ...before.filter((element) => !fresh.has(identityOf(element))),
  ]
}

function identityOf(element: unknown): string | undefined {
  if (!isRecord(element)) return undefined
  const names = KEY_MEMBERS.filter((name) => typeof element[name] === 'string')
  return names.length === 0 ? undefined : JSON.stringify(names.map((name) => [name, element[name]]))
}
