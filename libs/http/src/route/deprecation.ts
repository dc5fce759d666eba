/**
 * The announcement that a route is deprecated. Dates are days, such as `2026-11-22`.
 */
export interface Deprecation {
  /** Day of the announcement. */
  since: string
  /** Day from which the route may be removed; absent while undecided. */
  sunset?: string
  /** Path of the replacement. */
  successor: string
}

/** Minimum time between announcement and sunset. */
const MIN_NOTICE_DAYS = 180
const DAY_MS = 86_400_000

/** Descriptions of a deprecated route's headers, by name. */
export function describeDeprecation({ sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: 'time of the deprecation: `@` and seconds since 1970 (RFC 9745)',
    link: 'path of the replacement, with the relation `successor-version`',
    ...(sunset !== undefined && { sunset: 'time from which the path may be removed (RFC 8594)' }),
  }
}

/**
 * The headers of every response of a deprecated route: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) once
 * decided, and a link to the replacement.
 *
 * @throws Error when a day is invalid or the notice too short
 */
export function deprecationHeaders({
  since,
  sunset,
  successor,
}: Deprecation): Record<string, string> {
  const begin = dayOf(since)
  const headers = {
    deprecation: `@${begin / 1_000}`,
    link: `<${successor}>; rel="successor-version"`,
  }
  if (sunset === undefined) return headers
  const end = dayOf(sunset)
  if (end - begin < MIN_NOTICE_DAYS * DAY_MS) {
    throw new Error(`${sunset} is less than ${MIN_NOTICE_DAYS} days after ${since}`)
  }
  return { ...headers, sunset: new Date(end).toUTCString() }
}

/** Start of a day, in milliseconds since 1970. */
function dayOf(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`)
  // Date.parse reads 31 February as a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw new Error(`${day} is not a valid date`)
  }
  return at
}
