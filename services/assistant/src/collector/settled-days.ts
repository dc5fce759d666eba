import type { SettledDays } from '@landscape/contracts'
import { DAY_MS, dayOf, isSettled, MOST_DAYS } from './days.ts'

/**
 * Adds days, all of whose reports could be had, unless they may still change, and forgets those that
 * nobody asks for any more.
 *
 * @param now milliseconds since the epoch
 */
export function settle(known: SettledDays, loaded: SettledDays, now: number): SettledDays {
  const oldest = dayOf(now - MOST_DAYS * DAY_MS)
  const fresh = Object.entries(loaded).filter(([day]) => isSettled(day, now))
  return Object.fromEntries(
    Object.entries({ ...known, ...Object.fromEntries(fresh) })
      .filter(([day]) => day >= oldest)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
