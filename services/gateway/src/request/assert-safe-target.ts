import { DomainError } from '@landscape/contracts/errors/domain-error'
import { pathOf } from '@landscape/http/request/request-target'

/** Fast path: complete segments of harmless characters that do not begin with a dot. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+\/?$/
/** The characters of an origin-form target (RFC 9112 §3.2); a raw `#` would end it for some parsers. */
const TARGET = /^\/[!"$-~]*$/
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i
const ENCODED_SEPARATOR = /%(?:2f|5c|25|[01][\da-f]|7f)/i
/** Paths with a name: of a project, its history and its changes, and of a joined subject and its page. */
const NAMED =
  /^(?:\/api\/v1\/projects\/([^/]*)(?:\/history(?:\/[\w-]+)?)?|(?:\/api)?\/(?:technologies|projects|trends)\/([^/]*))$/
/** `.` or `..`, also with the path parameters (`..;x`) that some servers cut off. */
const DOTS = /^(?:\.|%2e){1,2}(?:;|$)/i
/** The only encoding of a project called `.` or `..`. */
const ENCODED_DOTS = /^(?:%2e){1,2}$/i

/**
 * Rejects a request target that two layers could read as two different paths: dot segments in any
 * encoding, empty segments, encoded slashes, backslashes, control characters, encodings of
 * characters that need none, double encoding.
 *
 * The name of a project or a technology is data that is decoded exactly once: it may contain any encoded
 * character except NUL, and must not be an unencoded dot segment.
 *
 * @throws DomainError `invalid-input`
 */
export function assertSafeTarget(target: string): void {
  if (!TARGET.test(target)) reject('contains a character that must be percent-encoded')
  const path = pathOf(target)
  if (PLAIN.test(path)) return
  if (path.includes('\\')) reject('contains a backslash')
  if (path.includes('//')) reject('contains an empty segment')
  const [, project, subject] = NAMED.exec(path) ?? []
  const name = project ?? subject
  const isSafe = name === undefined ? path.split('/').every(isSafeSegment) : isSafeName(name)
  if (!isSafe) reject('contains an ambiguous segment')
}

function reject(detail: string): never {
  const faults = [{ path: ['path'], detail }]
  throw new DomainError('invalid-input', 'Path not allowed', { faults })
}

function isSafeSegment(segment: string): boolean {
  if (ENCODED_SEPARATOR.test(segment) || ENCODED_UNRESERVED.test(segment)) return false
  return decoded(segment) !== undefined && !DOTS.test(segment)
}

function isSafeName(segment: string): boolean {
  const name = decoded(segment)
  if (name === undefined || name.includes('\0')) return false
  return ENCODED_DOTS.test(segment) || !DOTS.test(segment)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
