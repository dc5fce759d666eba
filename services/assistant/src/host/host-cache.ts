import { withinTime } from '@landscape/contracts/async/within-time'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { LRUCache } from 'lru-cache'
import { busy } from './anonymous-budget.ts'
import { HostFailure, unableToLoad } from './failure.ts'
import type { AgedValue } from './port.ts'

/** How responses of the source-control host are cached. Times in milliseconds. */
export interface HostCaching {
  /** How long usage is fresh. */
  freshMs: number
  /** How long the last response is served while the host is unavailable. */
  staleMs: number
  /** Maximum waits, with and without a stale response. */
  maxStaleWaitMs?: number
  maxWaitMs?: number
  /** A monotonic clock. */
  now: () => number
  /** Called with each failure, except 401 and 404. */
  warn: (error: unknown, name: string) => void
}

/** A kind of requests whose responses are cached. */
interface Request<K, T> {
  /** @param last the last response while it may be served */
  send: (subject: K, last: T | undefined) => Promise<T>
  freshMs: number
  /** Default: that of all requests. */
  staleMs?: number
  /** The key of a subject; all subjects have the same key by default. */
  keyOf?: (subject: K) => string
  /** Maximum number of cached responses (least recently used). */
  max?: number
  /** Maximum number of concurrent requests, since callers choose the keys. */
  maxInFlight?: number
}

/** Caches the responses to requests of one kind; its name is for the log and for errors. */
export type HostCache = <T, K = void>(
  name: string,
  request: Request<K, T>,
) => (subject: K) => Promise<AgedValue<T>>

/** The last response, and why no newer one exists. */
interface Entry {
  good: { value: unknown; at: number } | undefined
  error?: unknown
}

export const FIVE_MINUTES = 5 * 60_000
/** Time without requests after a failure that has no retry-after. */
const BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = 15 * 60_000
/** Far below the gateway's timeout of 30 seconds, after which it marks the service unhealthy. */
const MAX_STALE_WAIT_MS = 2_000
const MAX_WAIT_MS = 10_000

/**
 * Coalesces concurrent requests, caches responses, and serves them stale while the host is unavailable. A 401 or 404
 * of the host discards the cached response.
 */
export function createHostCache(caching: HostCaching): HostCache {
  const { now, warn, maxStaleWaitMs = MAX_STALE_WAIT_MS, maxWaitMs = MAX_WAIT_MS } = caching
  return <T, K = void>(name: string, request: Request<K, T>) => {
    const { send, keyOf = () => '', max = 1, maxInFlight = Infinity } = request
    const { staleMs = caching.staleMs } = request
    let inFlight = 0
    const cache = new LRUCache<string, Entry, { subject: unknown }>({
      max,
      // 0 would be for ever.
      ttl: Math.max(1, Math.min(request.freshMs, caching.freshMs)),
      ttlResolution: 0,
      // The cache takes an entry of the time 0 for one without a time.
      perf: { now: () => now() + 1 },
      ignoreFetchAbort: true,
      async fetchMethod(_key: string, last: Entry | undefined, { options, context }) {
        const at = now()
        try {
          if (++inFlight > maxInFlight) throw busy()
          return {
            good: {
              value: await send(context.subject as K, usable(last)?.value as T | undefined),
              at,
            },
          }
        } catch (error) {
          options.ttl = backoffOf(error)
          if (isRejection(error)) return { good: undefined, error }
          warn(error, name)
          return { good: usable(last), error }
        } finally {
          inFlight--
        }
      },
    })

    function usable(entry: Entry | undefined): Entry['good'] {
      return entry?.good && now() - entry.good.at < staleMs ? entry.good : undefined
    }

    return async (subject: K) => {
      const key = keyOf(subject)
      const last = usable(cache.peek(key, { allowStale: true }))
      const late = () =>
        unableToLoad(name, new HostFailure('no-response', 'The host took too long'))
      const entry = await withinTime<Entry | undefined>(
        cache.fetch(key, { context: { subject } }),
        last ? maxStaleWaitMs : maxWaitMs,
        () => ({ good: last, error: late() }),
      )
      if (entry?.good && entry.error === undefined) return { value: entry.good.value as T }
      const good = usable(entry)
      if (!good) throw entry?.error ?? late()
      return { value: good.value as T, staleSeconds: Math.floor((now() - good.at) / 1_000) }
    }
  }
}

/** Whether the host works and rejected the request. */
function isRejection(error: unknown): boolean {
  return error instanceof DomainError && ['unauthenticated', 'not-found'].includes(error.code)
}

function backoffOf(error: unknown): number {
  const requested = error instanceof DomainError ? error.retryAfter : undefined
  return requested === undefined ? BACKOFF_MS : Math.min(requested * 1_000, MAX_BACKOFF_MS)
}
