import { DomainError } from '@landscape/errors'

/** Failures before a byte reached the upstream: it is down, and a later try may succeed. */
const NOT_REACHED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** What an upstream's failure becomes for the client: 503 when it is down, else 502. */
export function upstreamError(error: unknown, service: string): DomainError {
  const code = (error as { code?: unknown } | null)?.code
  return NOT_REACHED.has(code)
    ? new DomainError('unavailable', `The ${service} service is not available`, {
        cause: error,
        retryAfter: 5,
      })
    : new DomainError('upstream-unavailable', `The ${service} service did not answer`, {
        cause: error,
      })
}
