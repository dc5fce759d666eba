/** Last day of the committed sample data. */
const COMMITTED_DAY = '2026-11-15'

/**
 * Last day of the sample data: a constant, so that its generation does not depend on the clock, unless SAMPLE_DAY
 * is set when this file is loaded.
 */
export const REFERENCE_DATE = process.env['SAMPLE_DAY'] ?? COMMITTED_DAY

const DAY_MS = 86_400_000

const atMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** The calendar date `days` after `date`, both as YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(atMidnight(date).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((atMidnight(to).getTime() - atMidnight(from).getTime()) / DAY_MS)
}

/** A string that begins with a date of the committed sample data, moved with the last day. */
export function moved(text: string): string {
  return addDays(text.slice(0, 10), daysBetween(COMMITTED_DAY, REFERENCE_DATE)) + text.slice(10)
}

/** The season of a date as a title. */
export function seasonOf(date: string): string {
  return (
    ['Winter', 'Spring', 'Summer', 'Autumn'][Math.floor((Number(date.slice(5, 7)) % 12) / 3)] ?? ''
  )
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(atMidnight(date).getUTCDay())
}

/** The last `count` days up to the reference date, oldest first. */
export function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_day, index) => addDays(REFERENCE_DATE, index + 1 - count))
}

/** A time of the working day, as HH:MM:SS, from a number of at least 0 and less than 1. */
export function workingTime(fraction: number): string {
  const seconds = 8 * 3600 + Math.floor(fraction * 9 * 3600)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
