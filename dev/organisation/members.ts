import { addDays, daysBetween, REFERENCE_DATE } from './calendar.ts'
import { PEOPLE, people, type Person } from './people.ts'
import { createRandom } from './random.ts'
import { TEAMS } from './teams.ts'

/** First day of the organisation's usage: 400 days including the reference date. */
const FIRST_DAY = addDays(REFERENCE_DATE, -399)

/** A person with a seat, and the parameters of the generated usage. */
export interface Member {
  id: number
  login: string
  /** Slugs, the home team first. */
  teams: string[]
  seatSince: string
  /** Last day of use by a member who stopped using the assistant. */
  until: string | undefined
  /** Chance of using the assistant on a working day; 0 for a seat never used. */
  diligence: number
  editor: string
  languages: string[]
  hasCustomModel: boolean
}

const SEATS_AT_START = 18

/** One third has a seat before the usage begins; the others get one at regular intervals. */
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

/** Returns the first `count` members; the sample data has one for each named person. */
export function createMembers(count = PEOPLE.length): Member[] {
  return people(count).map(member)
}
