import { DomainError } from '@landscape/contracts/errors/domain-error'

/**
 * Why a request to the host failed.
 *
 * - `no-response`: connection failure or timeout
 * - `aborted`: cancelled by the caller
 * - `rejected`: the host returned an error status
 * - `not-connected`: the host rejected the app while it obtained its token
 * - `invalid-response`: the response, or a file that it links to, is malformed
 */
type FailureKind = 'no-response' | 'aborted' | 'rejected' | 'not-connected' | 'invalid-response'

interface FailureFacts {
  /** HTTP status, when the host returned one. */
  status?: number | undefined
  /** Seconds after which the host accepts a retry. */
  retryAfter?: number | undefined
}

/**
 * A failed request to the host. The message is fixed, since messages of hosts and libraries may contain
 * HTML pages, URLs or secrets.
 */
export class HostFailure extends Error {
  override readonly name = 'HostFailure'
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor(kind: FailureKind, message: string, { status, retryAfter }: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Whether the host rejected the request itself with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof HostFailure && error.kind === 'rejected' && error.status === status
}

/** Why the host does not offer something: the right or the thing is missing, or the request failed. */
export type HostFault = 'forbidden' | 'absent' | 'failed'

/** Distinguishes a missing right (403) and a missing thing (404) from a failure that is worth a retry. */
export function faultOf(error: unknown): HostFault {
  const isLimited = error instanceof HostFailure && error.retryAfter !== undefined
  if (hasStatus(error, 403) && !isLimited) return 'forbidden'
  return hasStatus(error, 404) ? 'absent' : 'failed'
}

/** The fixed error that clients receive when loading fails; the cause is only logged. */
export function unableToLoad(what: string, cause?: unknown): DomainError {
  const retryAfter = cause instanceof HostFailure ? cause.retryAfter : undefined
  return new DomainError('failed', `Unable to load ${what}. Please try again later.`, {
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** The error for a team that the organisation does not have. */
export function teamNotFound(): DomainError {
  return new DomainError('not-found', 'Team not found')
}

interface HttpError extends Error {
  status: number
  request?: { method?: string; url?: string }
  response?: { headers?: Record<string, string | undefined> }
}

/** Converts an error of Octokit, without its message, which quotes the host's response. */
export function failureOf(error: unknown): Error {
  // Thrown by the service's own code while it handled the response.
  if (error instanceof HostFailure || error instanceof DomainError) return error
  if (!Error.isError(error)) return new HostFailure('invalid-response', 'The host failed')
  if (!isHttpError(error))
    return new HostFailure('invalid-response', `The host failed: ${error.name}`)
  const { status, request, cause } = error
  const where = `${request?.method ?? 'GET'} ${pathOf(request?.url)}`
  if (cause instanceof HostFailure) {
    return new HostFailure(cause.kind, `${where} ${cause.message}`, cause)
  }
  const retryAfter = retryAfterOf(error)
  return new HostFailure('rejected', `${where} returned ${status}`, { status, retryAfter })
}

/** Whether the app's token or its installation has become invalid. */
export function isAuthenticationLost(error: unknown): boolean {
  if (!Error.isError(error) || !isHttpError(error)) return false
  return (
    error.status === 401 ||
    (error.status === 404 && pathOf(error.request?.url).endsWith('/access_tokens'))
  )
}

function isHttpError(error: Error): error is HttpError {
  return 'status' in error && typeof error.status === 'number'
}

/** Seconds, from either of the host's two rate-limit headers, measured by the host's clock. */
function retryAfterOf({ status, response }: HttpError): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const headers = response?.headers ?? {}
  const requested = Number(headers['retry-after'])
  if (requested > 0) return requested
  if (headers['x-ratelimit-remaining'] !== '0') return status === 429 ? 60 : undefined
  const now = Date.parse(headers['date'] ?? '') || Date.now()
  return Math.max(1, Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1000) || 60)
}

/** The path without its query, which may contain secrets. */
function pathOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : ''
}
