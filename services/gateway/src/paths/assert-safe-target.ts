import { DomainError } from '@landscape/errors'

/** Whole segments of harmless characters that do not begin with a dot: nearly every request. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+\/?$/
/** What RFC 9112 §3.2 allows in an origin-form target; a raw `#` would end it for some readers. */
const TARGET = /^\/[!"$-~]*$/
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i
const ENCODED_SEPARATOR = /%(?:2f|5c|25|[01][\da-f]|7f)/i

/**
 * Refuses a request target that two layers could read as two different paths: dot segments in any
 * encoding, empty segments, encoded slashes, backslashes, control characters, encodings of
 * characters that need none, double encoding. The last segment of `/api/v1/projects/{project_name}`
 * is data: it may hold any encoded character, but no dot segment, however often it is decoded.
 *
 * @throws DomainError `invalid-input`
 */
export function assertSafeTarget(target: string): void {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  if (end !== -1 && !TARGET.test(target)) refuse()
  if (PLAIN.test(path)) return
  if (!TARGET.test(path) || path.includes('\\') || path.includes('//')) refuse()
  const segments = path.split('/')
  segments.forEach((segment, index) => {
    const safe = isProjectName(segments, index) ? isSafeName(segment) : isSafeSegment(segment)
    if (!safe) refuse()
  })
}

function refuse(): never {
  throw new DomainError('invalid-input', 'Path not allowed')
}

function isProjectName(segments: readonly string[], index: number): boolean {
  return index === 4 && segments.length === 5 && segments.join('/').startsWith('/api/v1/projects/')
}

function isSafeSegment(segment: string): boolean {
  if (ENCODED_SEPARATOR.test(segment) || ENCODED_UNRESERVED.test(segment)) return false
  return decoded(segment) !== undefined && !isDots(segment)
}

function isSafeName(segment: string): boolean {
  let name: string | undefined = segment
  for (let round = 0; round < 3; round++) {
    name = decoded(name)
    // Only the first decoding is the reader's; a name such as `50%` need not decode again.
    if (name === undefined) return round > 0
    if (name.includes('\0') || name.split(/[/\\]/).some(isDots)) return false
  }
  return true
}

/** `.` or `..`, also with the path parameters (`..;x`) that some servers cut off. */
function isDots(segment: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(segment)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
