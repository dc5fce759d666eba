import type { DayObject, SettledDays } from '@landscape/contracts'

const DAY_MS = 86_400_000
/** The host's figures of a day change until three whole days after it. */
const UNSETTLED_DAYS = 4
/** The host keeps reports for a year. */
const MAX_DAYS = 365
/** The host has no reports before. */
const FIRST_REPORT = '2025-10-10'

/**
 * The days to ask for, oldest first: those that are not settled, and those of the last `windowDays`
 * that were not loaded since they are, or are gone again. The stored history alone does not tell: a
 * team may lack a day because a report failed, or because it was too small then.
 *
 * @param now milliseconds since the epoch
 */
export function daysToLoad(
  history: readonly DayObject[],
  settled: SettledDays,
  now: number,
  windowDays: number,
): string[] {
  const stored = new Set(history.map(({ date }) => date))
  const isDone = (date: string) =>
    settled[date] === 'empty' || (settled[date] === 'loaded' && stored.has(date))
  const back = Math.min(Math.max(windowDays, UNSETTLED_DAYS), MAX_DAYS)
  return Array.from({ length: back }, (_, i) => dayOf(now - (back - i) * DAY_MS))
    .filter((date) => !isSettled(date, now) || !isDone(date))
    .filter((date) => date >= FIRST_REPORT)
}

/**
 * Adds days, all of whose reports could be loaded, unless they may still change, and forgets those that
 * nobody asks for any more.
 *
 * @param now milliseconds since the epoch
 */
export function settle(known: SettledDays, loaded: SettledDays, now: number): SettledDays {
  const oldest = dayOf(now - MAX_DAYS * DAY_MS)
  const fresh = Object.entries(loaded).filter(([day]) => isSettled(day, now))
  return Object.fromEntries(
    Object.entries({ ...known, ...Object.fromEntries(fresh) })
      .filter(([day]) => day >= oldest)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/**
 * Whether the host's figures of a day no longer change.
 *
 * @param now milliseconds since the epoch
 */
export function isSettled(date: string, now: number): boolean {
  return date < dayOf(now - UNSETTLED_DAYS * DAY_MS)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
