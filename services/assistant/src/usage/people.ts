import {
  breakdown,
  countIn,
  isChat,
  isCompletion,
  ReportMalformed,
  type ReportRow,
} from './report-rows.ts'

/** Whether somebody did something; undefined when the report does not say. */
type Maybe = boolean | undefined

/** What counting people needs of one user on one day; far smaller than the row. */
interface UserDay {
  day: string
  user: string
  /** Used the assistant at all. */
  active: Maybe
  /** Accepted a suggestion or asked something. */
  engaged: Maybe
  acceptedCompletion: Maybe
  chatted: Maybe
  /** Languages in which a completion was accepted; undefined when the report does not say. */
  languages: readonly string[] | undefined
}

/** @throws ReportMalformed when the row does not say whose it is: people could not be counted */
export function userDay(row: ReportRow): UserDay {
  const features = breakdown(row, 'totals_by_feature')
  const languages = breakdown(row, 'totals_by_language_feature')
  const accepted = positive(countIn(row, 'code_acceptance_activity_count'))
  const asked = positive(countIn(row, 'user_initiated_interaction_count'))
  const generated = positive(countIn(row, 'code_generation_activity_count'))
  return {
    day: row.day,
    user: userOf(row),
    active: anyOf([accepted, asked, generated]),
    engaged: anyOf([accepted, asked]),
    acceptedCompletion:
      features && anyOf(features.filter(isCompletion).map((f) => positive(acceptances(f)))),
    chatted: features && anyOf(features.filter(isChat).map((f) => positive(interactions(f)))),
    languages: languages && acceptedLanguages(languages.filter(isCompletion)),
  }
}

/** Stable id of the user whom a row is about; logins can be renamed. */
export function userOf(row: ReportRow): string {
  const { user_id: id, user_login: login } = row
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return `id ${id}`
  if (typeof login === 'string' && login !== '') return `login ${login}`
  throw new ReportMalformed('A user row does not say whose it is')
}

/** True when one is, false when all are not, else not known. */
function anyOf(parts: readonly Maybe[]): Maybe {
  if (parts.includes(true)) return true
  return parts.includes(undefined) ? undefined : false
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

function positive(count: number | undefined): Maybe {
  return count === undefined ? undefined : count > 0
}

/** Numbers of people on one day; what the reports do not say is absent. */
export interface People {
  active: number | undefined
  engaged: number | undefined
  completions: number | undefined
  chat: number | undefined
  /** People by language; a language that is not in it had none. */
  languages: ReadonlyMap<string, number> | undefined
}

/** People on each day of which users are known. */
export type PeopleByDay = ReadonlyMap<string, People>

/** Counts the people of each day of which users are known. */
export function countPeopleByDay(users: readonly UserDay[]): PeopleByDay {
  const byDay = Map.groupBy(users, ({ day }) => day)
  return new Map([...byDay].map(([day, own]) => [day, countPeople(own)]))
}

/**
 * Counts people, each once, although reports of large organisations mention the same user in
 * several files. A number is known only when it is known of everybody.
 */
export function countPeople(days: readonly UserDay[]): People {
  const byUser = Map.groupBy(days, ({ user }) => user)
  const people = [...byUser.values()]
  const count = (of: (day: UserDay) => Maybe): number | undefined => {
    const answers = people.map((own) => anyOf(own.map(of)))
    if (answers.includes(undefined)) return undefined
    return answers.filter((answer) => answer === true).length
  }
  return {
    active: count(({ active }) => active),
    engaged: count(({ engaged }) => engaged),
    completions: count(({ acceptedCompletion }) => acceptedCompletion),
    chat: count(({ chatted }) => chatted),
    languages: countByLanguage(people),
  }
}

function countByLanguage(people: readonly UserDay[][]): Map<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const own of people) {
    if (own.some(({ languages }) => languages === undefined)) return undefined
    for (const language of new Set(own.flatMap(({ languages }) => languages ?? []))) {
      counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return counts
}
