import { addDays, daysBetween, REFERENCE_DATE } from './calendar.ts'
import { PEOPLE, people, type Person } from './people.ts'
import { createRandom } from './random.ts'
import { TEAMS } from './teams.ts'

/** The first day of the organisation's usage figures: 400 days with the reference date. */
const FIRST_DAY = addDays(REFERENCE_DATE, -399)

/** Somebody with a seat, and the habits from which every figure follows. */
export interface Member {
  id: number
  login: string
  /** Slugs, the home team first. */
  teams: string[]
  seatSince: string
  /** The last day of work with the assistant of those who gave it up. */
  until: string | undefined
  /** Chance of using the assistant on a working day; 0 for a seat never used. */
  diligence: number
  editor: string
  languages: string[]
  hasCustomModel: boolean
}

const SEATS_AT_START = 18

/** A third had a seat before the figures begin, the others came one after the other. */
function seatSince(index: number, jitter: number): string {
  if (index < SEATS_AT_START) return addDays(FIRST_DAY, -10 - index * 9 - jitter)
  const step = (daysBetween(FIRST_DAY, REFERENCE_DATE) - 45) / (PEOPLE.length - SEATS_AT_START)
  return addDays(FIRST_DAY, 10 + Math.floor((index - SEATS_AT_START) * step) + jitter)
}

function member({ login }: Person, index: number): Member {
  const random = createRandom(`member ${login}`)
  const home = TEAMS[index % TEAMS.length]
  if (!home) throw new RangeError('no team')
  const second = random.chance(0.1) ? [random.pick(TEAMS).slug] : []
  return {
    id: 501 + index,
    login,
    teams: [...new Set([home.slug, ...second])],
    seatSince: seatSince(index % PEOPLE.length, random.int(0, 4)),
    until: index % 19 === 7 ? addDays(REFERENCE_DATE, -random.int(30, 120)) : undefined,
    diligence: index % 29 === 28 ? 0 : 0.55 + random.next() * 0.4,
    editor: random.pick(home.editors),
    languages: home.languages,
    hasCustomModel: random.chance(0.05),
  }
}

/** The first `count` members; the sample data has as many as there are people with names. */
export function createMembers(count = PEOPLE.length): Member[] {
  return people(count).map(member)
}
