import { createRandom, type Random } from '@landscape/dev/random'

/** Mean number of visits per person and day by role. */
export const VISITS = { reader: 0.08, editor: 0.02, reviewer: 0.001, usage: 0.01 } as const
export type Role = keyof typeof VISITS

/** One visit of a person. */
export interface Visit {
  /** Milliseconds since the day began. */
  at: number
  role: Role
  /** Visits of this role before it. */
  number: number
}

export const HOUR_MS = 3_600_000
/** Relative numbers of visits of each hour from 07:00 to 19:00. */
const HOURS = [2, 6, 12, 13, 11, 6, 8, 12, 12, 10, 6, 2]
const FIRST_HOUR = 7
/** Mean time between two requests of a visitor (ms in real time). */
export const THINKING_MS = 20_000
const ALL_HOURS = HOURS.reduce((sum, share) => sum + share, 0)

/** Duration of the day (ms). */
export const DAY_MS = HOURS.length * HOUR_MS

/** How much of a day is replayed. */
export interface Excerpt {
  /** Duration of the replay. */
  minutes: number
  /** Maximum speed relative to real time; lower when the complete day fits. */
  pace: number
}

/** Returns the replayed share of each hour, from its beginning: above 0, at most 1. */
export function shareOf({ minutes, pace }: Excerpt): number {
  return Math.min(1, (minutes * 60_000 * pace) / DAY_MS)
}

/** Returns the time of an hour, such as 10.5, in milliseconds of the day. */
export function atHour(hour: number): number {
  return (hour - FIRST_HOUR) * HOUR_MS
}

/**
 * Returns the visits of a day in order, by an open model: each role is a Poisson process with an hourly
 * rate. The same seed returns the same day.
 */
export function visitsOf(people: number, seed: string): Visit[] {
  return (Object.keys(VISITS) as Role[])
    .flatMap((role) => {
      const random = createRandom(`${seed}: ${role}`)
      return HOURS.flatMap((share, hour) => {
        const expected = (people * VISITS[role] * share) / ALL_HOURS
        return instantsOf(expected, random).map((at) => at + hour * HOUR_MS)
      }).map((at, number): Visit => ({ at, role, number }))
    })
    .toSorted((a, b) => a.at - b.at)
}

/** Returns Poisson arrivals within an hour with this expected number. */
function instantsOf(expected: number, random: Random): number[] {
  const instants: number[] = []
  const gap = () => exponential(HOUR_MS / expected, random)
  for (let at = gap(); at < HOUR_MS; at += gap()) instants.push(at)
  return instants
}

/** Draws from the exponential distribution with this mean. */
export function exponential(mean: number, random: Random): number {
  return -Math.log(1 - random.next()) * mean
}

/** Describes the assumptions of the model in one line. */
export function describeModel(): string {
  const shares = Object.entries(VISITS).map(([role, share]) => `${role} ${share * 100} %`)
  return (
    `Visits per person and day: ${shares.join(', ')}; by hour from 07:00: ` +
    `${HOURS.join(', ')} %; mean time between requests ${THINKING_MS / 1_000} s`
  )
}

/** Describes the replayed share of the day and its load in one line. */
export function describeExcerpt({
  visits,
  share,
  pace,
  people,
}: Record<'visits' | 'share' | 'pace' | 'people', number>): string {
  const part =
    share === 1 ? 'the complete day' : `the first ${(share * 60).toFixed(1)} minutes of each hour`
  return (
    `${part}, ${visits} visits, ${pace.toFixed(1)} times real time: ` +
    `the load of ${Math.round(people * pace).toLocaleString('en')} people`
  )
}
