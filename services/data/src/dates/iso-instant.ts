const MAX_LENGTH = 64
const MINUTE = 60_000
const DAY = 1440 * MINUTE

const TIME = /(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?/.source
const ZONE = /[Zz]|(?<sign>[-+ ])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?/.source
const DAY_AND_TIME = String.raw`(?<day>\d\d)(?:[Tt ]${TIME}(?:${ZONE})?)?`
const INSTANT = new RegExp(String.raw`^(?<year>\d{4})(?:-(?<month>\d\d)(?:-${DAY_AND_TIME})?)?$`)

/**
 * Reads an ISO 8601 calendar date or date-time as milliseconds since 1970; anything else is undefined.
 *
 * `YYYY`, `YYYY-MM` and `YYYY-MM-DD` mean their first moment; a time needs a full date. Without a
 * zone the value is UTC. A fraction may have any number of digits and is rounded down to the
 * millisecond. `24:00` is the end of the day; leap seconds are refused. A space in place of the
 * zone's `+` is accepted, because that is what an unescaped `+` in a query string turns into.
 */
export function parseIsoInstant(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const part = INSTANT.exec(text)?.groups
  if (!part) return undefined
  const start = startOfDay(Number(part['year']), number(part['month'], 1), number(part['day'], 1))
  const time = timeOfDay(part)
  const offset = zoneOffset(part)
  if (start === undefined || time === undefined || offset === undefined) return undefined
  return start + time - offset
}

type Parts = Readonly<Record<string, string | undefined>>

function number(digits: string | undefined, absent = 0): number {
  return digits === undefined ? absent : Number(digits)
}

function startOfDay(year: number, month: number, day: number): number | undefined {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999; setUTCFullYear does not.
  const date = new Date(0)
  const instant = date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? instant : undefined
}

function timeOfDay(part: Parts): number | undefined {
  const hour = number(part['hour'])
  const minute = number(part['minute'])
  const second = number(part['second'])
  const time = (hour * 60 + minute) * MINUTE + second * 1000
  if (minute > 59 || second > 59 || time > DAY) return undefined
  const fraction = part['fraction'] ?? ''
  if (time === DAY) return /^0*$/.test(fraction) ? DAY : undefined
  return time + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

function zoneOffset(part: Parts): number | undefined {
  const hour = number(part['zoneHour'])
  const minute = number(part['zoneMinute'])
  if (hour > 23 || minute > 59) return undefined
  return (part['sign'] === '-' ? -1 : 1) * (hour * 60 + minute) * MINUTE
}
