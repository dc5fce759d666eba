import type { DayObject } from '@landscape/contracts'

const DAY_MS = 86_400_000
/** The host's figures of a day change until three whole days after it. */
const UNSETTLED_DAYS = 4
/** The host has no reports before. */
const FIRST_REPORT = '2025-10-10'
/** The host keeps reports for a year. */
const MOST_DAYS = 365

/**
 * The days to ask for, oldest first: those that are not settled, and those of the last `windowDays`
 * that are missing or incomplete.
 *
 * @param now milliseconds since the epoch
 */
export function daysToLoad(
  history: readonly DayObject[],
  now: number,
  windowDays: number,
): string[] {
  const complete = new Set(history.filter(isComplete).map(({ date }) => date))
  const back = Math.min(Math.max(windowDays, UNSETTLED_DAYS), MOST_DAYS)
  return Array.from({ length: back }, (_, i) => back - i)
    .map((ago) => ({ ago, date: dayOf(now - ago * DAY_MS) }))
    .filter(({ ago, date }) => ago <= UNSETTLED_DAYS || !complete.has(date))
    .map(({ date }) => date)
    .filter((date) => date >= FIRST_REPORT)
}

/** Loaded without the report of users, a day lacks the numbers of engaged people. */
function isComplete({ total_engaged_users: engaged }: DayObject): boolean {
  return typeof engaged === 'number'
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
