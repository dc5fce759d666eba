import { DomainError } from '@landscape/errors'

/**
 * Why the host's answer is missing.
 *
 * - `silent`: none came, or not in time
 * - `stopped`: we no longer wanted one
 * - `refused`: it has an error status
 * - `unconnected`: the app was refused before anything could be asked
 * - `unusable`: it, or what it links to, is not what it should be
 */
type FailureKind = 'silent' | 'stopped' | 'refused' | 'unconnected' | 'unusable'

interface FailureFacts {
  /** HTTP status, when what was asked has one. */
  status?: number | undefined
  /** Seconds after which the host wants to be asked again. */
  retryAfter?: number | undefined
}

/**
 * The host did not answer, or not as it should. The message is our own: what hosts and libraries say
 * may hold whole pages, addresses or secrets.
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

/** Whether the host refused, with this status, what it was asked. */
export function isRefused(error: unknown, status: number): boolean {
  return error instanceof HostFailure && error.kind === 'refused' && error.status === status
}

/** What clients are told when something cannot be loaded; why is in the log. */
export function unableToLoad(what: string, cause?: unknown): DomainError {
  const retryAfter = cause instanceof HostFailure ? cause.retryAfter : undefined
  return new DomainError('failed', `Unable to load ${what}. Please try again later.`, {
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

interface HttpError extends Error {
  status: number
  request?: { method?: string; url?: string }
  response?: { headers?: Record<string, string | undefined> }
}

/**
 * What an error of Octokit means. Of its message, which quotes what the host sent, nothing is kept.
 */
export function failureOf(error: unknown): Error {
  // Ours: thrown by what was done with the answer.
  if (error instanceof HostFailure || error instanceof DomainError) return error
  if (!Error.isError(error)) return new HostFailure('unusable', 'The host failed')
  if (!isHttpError(error)) return new HostFailure('unusable', `The host failed: ${error.name}`)
  const { status, request, cause } = error
  const where = `${request?.method ?? 'GET'} ${pathOf(request?.url)}`
  if (cause instanceof HostFailure) {
    return new HostFailure(cause.kind, `${where} ${cause.message}`, cause)
  }
  const retryAfter = retryAfterOf(error)
  return new HostFailure('refused', `${where} answered ${status}`, { status, retryAfter })
}

/** Whether Octokit says that the app's token, or its installation, is no longer what it was. */
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

/** Seconds, from either of the host's two ways to limit; by the host's clock, not by ours. */
function retryAfterOf({ status, response }: HttpError): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const headers = response?.headers ?? {}
  const asked = Number(headers['retry-after'])
  if (asked > 0) return asked
  if (headers['x-ratelimit-remaining'] !== '0') return status === 429 ? 60 : undefined
  const now = Date.parse(headers['date'] ?? '') || Date.now()
  return Math.max(1, Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1000) || 60)
}

/** Without the query: it may hold more than belongs into a log. */
function pathOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : ''
}
