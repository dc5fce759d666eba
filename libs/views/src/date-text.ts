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
