import type { UsageActivity } from '@landscape/contracts/usage-shapes'
import { countActivity, userActivity, type UserActivity } from './activity.ts'
import {
  anyOf,
  breakdown,
  countIn,
  countOfUser,
  isChat,
  isCompletion,
  positive,
  ReportMalformed,
  type Maybe,
  type ReportRow,
} from './report-rows.ts'
import { SURFACES } from '@landscape/contracts/usage-shapes'
import type { SurfaceUse } from './surfaces.ts'

/** The facts for counting people, of one user on one day; far smaller than the row. */
interface UserDay {
  day: string
  user: string
  /** Interaction, generation or acceptance, or use of a surface. */
  active: Maybe
  /** Acceptance or interaction, or use of a surface. */
  engaged: Maybe
  acceptedCompletion: Maybe
  chatted: Maybe
  /** Languages with an accepted completion; undefined when unknown. */
  languages: readonly string[] | undefined
  activity: UserActivity
}

/** @throws ReportMalformed when the row has neither id nor login of the user */
export function userDay(row: ReportRow): UserDay {
  const features = breakdown(row, 'totals_by_feature')
  const languages = breakdown(row, 'totals_by_language_feature')
  const accepted = positive(countOfUser(row, 'code_acceptance_activity_count'))
  const interacted = positive(countOfUser(row, 'user_initiated_interaction_count'))
  const generated = positive(countOfUser(row, 'code_generation_activity_count'))
  const activity = userActivity(row)
  const used = usedAny(activity.use)
  return {
    day: row.day,
    user: userOf(row),
    active: anyOf([accepted, interacted, generated, used]),
    engaged: anyOf([accepted, interacted, used]),
    acceptedCompletion:
      features && anyOf(features.filter(isCompletion).map((f) => positive(acceptances(f)))),
    chatted: features && anyOf(features.filter(isChat).map((f) => positive(interactions(f)))),
    languages: languages && acceptedLanguages(languages.filter(isCompletion)),
    activity,
  }
}

/** Use outside the editor counts, although the counters of a row may lack it. */
function usedAny(use: SurfaceUse): boolean {
  return SURFACES.some((surface) => use[surface] === true)
}

/** Key of the row's user: the stable id, else the login. */
export function userOf(row: ReportRow): string {
  const { user_id: id, user_login: login } = row
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return `id ${id}`
  if (typeof login === 'string' && login !== '') return `login ${login}`
  throw new ReportMalformed('A user row has neither user_id nor user_login')
}

function acceptedLanguages(
  elements: readonly Readonly<Record<string, unknown>>[],
): string[] | undefined {
  const names: string[] = []
  for (const element of elements) {
    const accepted = positive(acceptances(element))
    if (accepted === undefined || typeof element['language'] !== 'string') return undefined
    if (accepted) names.push(element['language'])
  }
  return names
}

function acceptances(element: Readonly<Record<string, unknown>>) {
  return countIn(element, 'code_acceptance_activity_count')
}

function interactions(element: Readonly<Record<string, unknown>>) {
  return countIn(element, 'user_initiated_interaction_count')
}

/** Numbers of people on one day; undefined when unknown. */
export interface People {
  active: number | undefined
  engaged: number | undefined
  completions: number | undefined
  chat: number | undefined
  /** People by language; a missing language had none. */
  languages: ReadonlyMap<string, number> | undefined
  activity: UsageActivity
}

/** Numbers of people by day. */
export type PeopleByDay = ReadonlyMap<string, People>

/** Counts the people of each day. */
export function countPeopleByDay(users: readonly UserDay[]): PeopleByDay {
  const byDay = Map.groupBy(users, ({ day }) => day)
  return new Map([...byDay].map(([day, users]) => [day, countPeople(users)]))
}

/**
 * Counts each user once, since several files of a report may contain the same user. A number is undefined
 * when it is unknown for one user.
 */
export function countPeople(days: readonly UserDay[]): People {
  const byUser = Map.groupBy(days, ({ user }) => user)
  const people = [...byUser.values()]
  const count = (of: (day: UserDay) => Maybe): number | undefined => {
    const values = people.map((person) => anyOf(person.map(of)))
    if (values.includes(undefined)) return undefined
    return values.filter((value) => value === true).length
  }
  return {
    active: count(({ active }) => active),
    engaged: count(({ engaged }) => engaged),
    completions: count(({ acceptedCompletion }) => acceptedCompletion),
    chat: count(({ chatted }) => chatted),
    languages: countByLanguage(people),
    activity: countActivity(people.map((person) => person.map(({ activity }) => activity))),
  }
}

function countByLanguage(people: readonly UserDay[][]): Map<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const person of people) {
    if (person.some(({ languages }) => languages === undefined)) return undefined
    for (const language of new Set(person.flatMap(({ languages }) => languages ?? []))) {
      counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return counts
}
