import { anyOf, type Maybe, type UserDay } from './user-day.ts'

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
