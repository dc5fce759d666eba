const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * A date such as 15 April 2024, in UTC; a string that is not a date does not change.
 *
 * @param date a date, or milliseconds since the epoch
 */
export function dateText(date: string | number): string {
  const instant = typeof date === 'number' ? date : Date.parse(date)
  return Number.isNaN(instant) ? String(date) : LONG_DATE.format(instant)
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Nov 2026`; a string that is not a month does not change. */
export function monthText(month: string): string {
  const instant = Date.parse(`${month}-01T00:00:00Z`)
  return Number.isNaN(instant) ? month : MONTH.format(instant)
}
