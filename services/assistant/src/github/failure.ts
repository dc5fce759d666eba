import { UpstreamFailure } from '../upstream/upstream-failure.ts'

interface HttpError extends Error {
  status: number
  request?: { method?: string; url?: string }
  response?: { headers?: Record<string, string | undefined> }
}

/**
 * What an error of Octokit means. Of its message, which quotes what the host sent, nothing is kept.
 */
export function failureOf(error: unknown): Error {
  if (!Error.isError(error)) return new UpstreamFailure('The host failed')
  // Ours: refused, malformed, or thrown by what was done with the answer.
  if (error.name === 'UpstreamFailure' || error.name === 'DomainError') return error
  if (!isHttpError(error)) return new UpstreamFailure(`The host failed: ${error.name}`)
  const { status, request, cause } = error
  const where = `${request?.method ?? 'GET'} ${pathOf(request?.url)}`
  if (Error.isError(cause) && cause.name === 'UpstreamFailure') {
    return new UpstreamFailure(`${where} ${cause.message}`)
  }
  const retryAfter = retryAfterOf(error)
  return new UpstreamFailure(`${where} answered ${status}`, { status, retryAfter })
}

/** The app's token, or its installation, is no longer what it was. */
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
