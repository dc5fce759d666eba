import type { DayObject } from '@landscape/contracts'
import { DAY_MS, dayOf, isSettled, MOST_DAYS, UNSETTLED_DAYS } from './days.ts'
import type { SettledDays } from '@landscape/contracts'

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
  const back = Math.min(Math.max(windowDays, UNSETTLED_DAYS), MOST_DAYS)
  return Array.from({ length: back }, (_, i) => dayOf(now - (back - i) * DAY_MS))
    .filter((date) => !isSettled(date, now) || !isDone(date))
    .filter((date) => date >= FIRST_REPORT)
}
