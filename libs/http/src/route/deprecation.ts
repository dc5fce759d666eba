/**
 * Word for callers of a route that they should call another. Dates are days, such as `2026-11-22`.
 */
export interface Deprecation {
  /** Since when that is so. */
  since: string
  /** From when on the route may be gone; absent while nobody has decided that. */
  sunset?: string
  /** The path to call instead. */
  successor: string
}

/** Days that callers have between the word and the end of a route. */
const MIN_NOTICE = 180
const DAY_MS = 86_400_000

/** What the headers of a deprecated route say, by name. */
export function describeDeprecation({ sunset }: Deprecation): Record<string, string> {
  return {
    deprecation:
      'since when another path is to be called: seconds since 1970 after an @ (RFC 9745)',
    link: 'the path to call instead, as `successor-version`',
    ...(sunset !== undefined && { sunset: 'from when on the path may be gone (RFC 8594)' }),
  }
}

/**
 * The headers of every answer of a deprecated route: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) once that is
 * decided, and a link to what to call instead.
 *
 * @throws Error when a day is none, or the notice is shorter than promised: such a service must not start
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
  if (end - begin < MIN_NOTICE * DAY_MS) {
    throw new Error(`${sunset} is less than ${MIN_NOTICE} days after ${since}`)
  }
  return { ...headers, sunset: new Date(end).toUTCString() }
}

/** Milliseconds since 1970 of the begin of a day. */
function dayOf(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`)
  // Date.parse takes 31 February for a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw new Error(`${day} is no day`)
  }
  return at
}
