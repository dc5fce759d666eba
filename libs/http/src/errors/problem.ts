import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import type { RequestIds } from '../request/begin-request.ts'

/** An invalid part of a request. */
interface InvalidPart {
  /** JSON pointer (RFC 6901) into the body, or a slash and the name of a parameter. */
  pointer: string
  detail: string
}

/** RFC 9457 problem details with the members that existing clients read: `error`, `message`. */
export interface Problem extends RequestIds {
  type: string
  title: string
  status: number
  detail: string
  error: string
  message: string
  errors?: readonly InvalidPart[]
  /** Pages that the caller may have meant, for people. */
  links?: readonly { text: string; href: string }[]
  [extension: string]: unknown
}

const STATUS = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'quota-exceeded': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-missing': 406,
  conflict: 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'target-too-long': 414,
  'unsupported-media-type': 415,
  misdirected: 421,
  'rate-limited': 429,
  failed: 500,
  'not-implemented': 501,
  'upstream-unavailable': 502,
  unavailable: 503,
  'insufficient-storage': 507,
} satisfies Record<ErrorCode, number>

/** The HTTP status of an error. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code]
}

/**
 * Creates the error of an unauthenticated request; existing clients read its `message`.
 * @param reason label of metrics
 */
export function unauthenticated(message: string, reason: string): DomainError {
  return new DomainError('unauthenticated', message, {
    reason,
    extensions: { message: 'Unauthorized' },
  })
}

/** The problem details of an error; those of an unexpected error contain nothing of it. */
export function toProblem(error: unknown, ids: RequestIds): Problem {
  const known = asDomainError(error)
  if (!known) return plainProblem(500, 'Internal server error', ids)
  return {
    ...problem(`/problems/${known.code}`, STATUS[known.code], known.message, ids),
    ...(known.faults.length > 0 && { errors: invalidParts(known.faults) }),
    ...known.extensions,
  }
}

/** Maximum number of validation errors in a response, and of characters of a name that the caller chose. */
export const MAX_SHOWN = { errors: 50, characters: 200 }

function invalidParts(faults: readonly Fault[]): InvalidPart[] {
  return faults.slice(0, MAX_SHOWN.errors).map(({ path, detail }) => ({
    pointer: path.map((key) => `/${segmentOf(key)}`).join(''),
    detail,
  }))
}

function segmentOf(key: PropertyKey): string {
  const name = String(key).slice(0, MAX_SHOWN.characters).toWellFormed()
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Problem details of a status alone (RFC 9457 §4.2.1). */
export function plainProblem(status: number, message: string, ids: RequestIds): Problem {
  return problem('about:blank', status, message, ids)
}

function problem(type: string, status: number, message: string, ids: RequestIds): Problem {
  const title = STATUS_CODES[status] ?? 'Error'
  return { type, title, status, detail: message, error: message, message, ...ids }
}

function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (isOfRequestPath(error)) {
    const faults = [{ path: [], detail: 'the path contains an invalid percent-encoding' }]
    return new DomainError('invalid-input', 'Bad request', { faults })
  }
  return undefined
}

/**
 * Whether Express could not decode the path of the request. It adds a status to this error; a URIError of our own code,
 * such as that of `encodeURIComponent` for half a character, has none.
 */
function isOfRequestPath(error: unknown): boolean {
  return Error.isError(error) && error.name === 'URIError' && Reflect.get(error, 'status') === 400
}
