import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/errors'

/** RFC 9457 problem details with the members that existing clients read: `error`, `message`. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  error: string
  message: string
  requestId: string
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

/** The HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code]
}

/** The body and status that an error becomes; an unknown error shows nothing of itself. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = asDomainError(error)
  if (!known) return problem('about:blank', 500, 'Internal server error', requestId)
  return {
    ...problem(`/problems/${known.code}`, STATUS[known.code], known.message, requestId),
    ...known.extensions,
  }
}

function problem(type: string, status: number, text: string, requestId: string): Problem {
  const title = STATUS_CODES[status] ?? 'Error'
  return { type, title, status, detail: text, error: text, message: text, requestId }
}

function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  // Express says so of a malformed %-escape in a path.
  if (Error.isError(error) && error.name === 'URIError') {
    return new DomainError('invalid-input', 'Bad request')
  }
  return undefined
}
