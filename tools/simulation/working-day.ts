import { createRandom, type Random } from '@landscape/dev/random'

/** Visits a day by each of the people, by what they come for; who comes twice counts twice. */
export const VISITS = { reader: 0.08, editor: 0.02, reviewer: 0.001, usage: 0.01 } as const
export type Role = keyof typeof VISITS

/** Somebody comes, and leaves when done. */
export interface Visit {
  /** Milliseconds since the day began. */
  at: number
  role: Role
  /** Visits of this role before it. */
  number: number
}

export const HOUR_MS = 3_600_000
/** Visits of each hour by those of the others, from 07:00 to 19:00: two peaks, and less at noon. */
const HOURS = [2, 6, 12, 13, 11, 6, 8, 12, 12, 10, 6, 2]
const FIRST_HOUR = 7
/** How long a page is looked at on average, of the day. */
export const THINKING_MS = 20_000
const ALL_HOURS = HOURS.reduce((sum, share) => sum + share, 0)

/** How long the day takes. */
export const DAY_MS = HOURS.length * HOUR_MS

/** How much of a day is replayed. */
export interface Excerpt {
  /** How long the replay takes. */
  minutes: number
  /** How many times as fast as the day goes; less when the whole day takes no longer. */
  pace: number
}

/** The part of each hour that is replayed, from its beginning: above 0, and 1 when it is all of the day. */
export function shareOf({ minutes, pace }: Excerpt): number {
  return Math.min(1, (minutes * 60_000 * pace) / DAY_MS)
}

/** When in the day the clock shows an hour, such as 10.5, in milliseconds. */
export function atHour(hour: number): number {
  return (hour - FIRST_HOUR) * HOUR_MS
}

/**
 * Visits of a day in their order, by an open model: nobody waits for others before coming. Each role is a Poisson
 * process whose rate changes from hour to hour. The same seed gives the same day.
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

/** Instants within an hour, of which so many are expected. */
function instantsOf(expected: number, random: Random): number[] {
  const instants: number[] = []
  const gap = () => exponential(HOUR_MS / expected, random)
  for (let at = gap(); at < HOUR_MS; at += gap()) instants.push(at)
  return instants
}

/** A number of the exponential distribution with this mean. */
export function exponential(mean: number, random: Random): number {
  return -Math.log(1 - random.next()) * mean
}

/** A line that says what is assumed. */
export function tellModel(): string {
  const shares = Object.entries(VISITS).map(([role, share]) => `${role} ${share * 100} %`)
  return `Visits a day, by people: ${shares.join(', ')}; by hour from 07:00: ${HOURS.join(', ')} %; a page is looked at for ${THINKING_MS / 1_000} s`
}

/** A line that says how much of the day is replayed, and what load that is. */
export function tellExcerpt({
  visits,
  share,
  pace,
  people,
}: Record<'visits' | 'share' | 'pace' | 'people', number>): string {
  const part =
    share === 1 ? 'the whole day' : `the first ${(share * 60).toFixed(1)} minutes of each hour`
  return `${part}, ${visits} visits, ${pace.toFixed(1)} times as fast as a day goes: a load such as ${Math.round(people * pace).toLocaleString('en')} people make`
}
