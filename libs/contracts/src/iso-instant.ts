import { z } from 'zod'

const MAX_LENGTH = 64
const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** The calendar repeats after 400 years. */
const CYCLE = 146_097 * DAY

/** Hour, minute, second, fraction; sign, hour, minute of the zone. */
const TIME = /([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?/.source
const ZONE = /[Zz]|([-+ ])([01]\d|2[0-3])(?::?([0-5]\d))?/.source
const DAY_AND_TIME = String.raw`(0[1-9]|[12]\d|3[01])(?:[Tt ]${TIME}(?:${ZONE})?)?`
/** Matches every string that `parseIsoInstant` accepts, and days that a month does not have. */
const INSTANT = new RegExp(String.raw`^(\d{4})(?:-(0[1-9]|1[0-2])(?:-${DAY_AND_TIME})?)?$`)
/** The same for the API description. */
export const InstantText = z.string().max(MAX_LENGTH).regex(INSTANT)

/** Error of a string that is not an instant. */
export const NO_INSTANT = {
  message: 'Invalid instant',
  params: { detail: 'must be an ISO 8601 time, such as 2026-11-21T10:00:00.000Z' },
}

/**
 * Parses an ISO 8601 date or date-time into milliseconds since 1970; undefined for any other string.
 *
 * `YYYY`, `YYYY-MM` and `YYYY-MM-DD` mean their first moment; a time needs a full date. Without a zone the
 * value is UTC. Fractions are rounded down to the millisecond. `24:00` is the end of the day; leap seconds
 * are rejected. A space instead of the zone's `+` is accepted: an unescaped `+` in a query string becomes
 * one.
 */
export function parseIsoInstant(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const match = INSTANT.exec(text)
  if (!match) return undefined
  const [, year, month = '1', day = '1', hour, minute, second, fraction, sign, ...zone] = match
  const start = startOfDay(Number(year), Number(month), Number(day))
  const time = timeOfDay(numeric(hour), numeric(minute), numeric(second), fraction)
  if (start === undefined || time === undefined) return undefined
  return start + time - zoneOffset(sign, numeric(zone[0]), numeric(zone[1]))
}

function numeric(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits)
}

function startOfDay(year: number, month: number, day: number): number | undefined {
  if (day > daysIn(year, month)) return undefined
  // Date.UTC interprets the years 0 to 99 as 1900 to 1999.
  return Date.UTC(year + 400, month - 1, day) - CYCLE
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function timeOfDay(
  hour: number,
  minute: number,
  second: number,
  fraction = '',
): number | undefined {
  const time = (hour * 60 + minute) * MINUTE + second * 1000
  if (time > DAY) return undefined
  if (time === DAY) return /^0*$/.test(fraction) ? DAY : undefined
  return time + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

function zoneOffset(sign: string | undefined, hour: number, minute: number): number {
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute) * MINUTE
}
