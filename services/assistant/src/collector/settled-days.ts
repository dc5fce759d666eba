import { z } from 'zod'
import { DAY_MS, dayOf, isSettled, MOST_DAYS } from './days.ts'

/** What the host said of days that no longer change: that there is usage, or that there is none. */
export const SettledDays = z.record(z.string(), z.enum(['loaded', 'empty']))
export type SettledDays = z.infer<typeof SettledDays>

export const SETTLED_DAYS_REF = { bucket: 'assistant', key: 'collector_days.json' } as const

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
