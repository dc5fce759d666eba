import type { CachedRequestOptions } from './cached-request.ts'
import { HostFailure, unableToLoad } from './failure.ts'

/** How responses of the source-control host are cached. */
export interface HostCaching {
  /** Milliseconds for which usage is fresh. */
  freshMs: number
  /** Milliseconds for which the last response is served while the host is unavailable. */
  staleMs: number
  /** Maximum waits in milliseconds, with and without a stale response. */
  maxStaleWaitMs?: number
  maxWaitMs?: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  warn: (error: unknown, name: string) => void
}

export const FIVE_MINUTES = 5 * 60_000
const BACKOFF_MS = 5_000
/** Far below the gateway's timeout of 30 seconds, after which it marks the service unhealthy. */
const MAX_STALE_WAIT_MS = 2_000
const MAX_WAIT_MS = 10_000

/** The cache options of a request by its name, with the milliseconds of fresh and stale responses. */
export function cachingFor(options: HostCaching) {
  return (name: string, freshMs: number, staleMs = options.staleMs): CachedRequestOptions => ({
    freshMs: Math.min(freshMs, options.freshMs),
    staleMs,
    backoffMs: BACKOFF_MS,
    maxStaleWaitMs: options.maxStaleWaitMs ?? MAX_STALE_WAIT_MS,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
    late: () => unableToLoad(name, new HostFailure('no-response', 'The host took too long')),
    now: options.now,
    onFailure: (error) => options.warn(error, name),
  })
}
