import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode, type Fault } from '@landscape/contracts'

/** A place in what was sent, and what is wrong there. */
interface PlaceOfError {
  /** JSON pointer (RFC 6901) into the body, or the name of a parameter after a slash. */
  pointer: string
  detail: string
}

/** What a request is called in the log: by its sender or the gateway, and with all that it led to. */
export interface RequestIds {
  requestId: string
  traceId: string
}

/** RFC 9457 problem details with the members that existing clients read: `error`, `message`. */
export interface Problem extends RequestIds {
  type: string
  title: string
  status: number
  detail: string
  error: string
  message: string
  errors?: readonly PlaceOfError[]
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
export function toProblem(error: unknown, ids: RequestIds): Problem {
  const known = asDomainError(error)
  if (!known) return plainProblem(500, 'Internal server error', ids)
  return {
    ...problem(`/problems/${known.code}`, STATUS[known.code], known.message, ids),
    ...(known.faults.length > 0 && { errors: placesOf(known.faults) }),
    ...known.extensions,
  }
}

/** So many places, and characters of a name that a caller chose, are shown. */
export const SHOWN = { errors: 50, characters: 200 }

function placesOf(faults: readonly Fault[]): PlaceOfError[] {
  return faults.slice(0, SHOWN.errors).map(({ path, detail }) => ({
    pointer: path.map((key) => `/${segmentOf(key)}`).join(''),
    detail,
  }))
}

function segmentOf(key: PropertyKey): string {
  const name = String(key).slice(0, SHOWN.characters).toWellFormed()
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Problem details of a status alone (RFC 9457 §4.2.1). */
export function plainProblem(status: number, text: string, ids: RequestIds): Problem {
  return problem('about:blank', status, text, ids)
}

function problem(type: string, status: number, text: string, ids: RequestIds): Problem {
  const title = STATUS_CODES[status] ?? 'Error'
  return { type, title, status, detail: text, error: text, message: text, ...ids }
}

function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  // Express says so of a malformed %-escape in a path.
  if (Error.isError(error) && error.name === 'URIError') {
    const faults = [{ path: [], detail: 'the path holds a % that begins no character' }]
    return new DomainError('invalid-input', 'Bad request', { faults })
  }
  return undefined
}
