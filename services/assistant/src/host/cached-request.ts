import { withinTime } from '@landscape/contracts/async/within-time'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { LRUCache } from 'lru-cache'
import type { AgedValue } from './port.ts'

export interface CachedRequestOptions {
  /** Milliseconds for which a response is fresh. */
  freshMs: number
  /** Milliseconds for which the last response is served while the host is unavailable. */
  staleMs: number
  /** Milliseconds without requests after a failure that has no retry-after. */
  backoffMs: number
  /** Maximum wait in milliseconds while a stale response exists. */
  maxStaleWaitMs: number
  /** Maximum wait in milliseconds without one. */
  maxWaitMs: number
  /** Creates the error for a request that exceeds `maxWaitMs`. */
  late: () => DomainError
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Called with each failure, except 401 and 404. */
  onFailure: (error: unknown) => void
}

/** A request to a host, with its last response. */
interface CachedRequest<T> {
  get(): Promise<AgedValue<T>>
}

const MAX_BACKOFF_MS = 15 * 60_000

interface InFlight<T> {
  response: Promise<AgedValue<T>>
  startedAt: number
}

/**
 * Coalesces concurrent requests, caches the response, and serves it stale while the host is unavailable.
 * A 401 or 404 of the host discards the cached response.
 *
 * @param send receives the last response while it may be served
 */
export function createCachedRequest<T>(
  send: (last: T | undefined) => Promise<T>,
  options: CachedRequestOptions,
): CachedRequest<T> {
  const { freshMs, staleMs, backoffMs, maxStaleWaitMs, maxWaitMs, late, now, onFailure } = options
  let good: { value: T; at: number } | undefined
  let failed: { error: unknown; until: number } | undefined
  let inFlight: InFlight<T> | undefined

  async function refresh(): Promise<AgedValue<T>> {
    const at = now()
    try {
      const value = await send(usable()?.value)
      good = { value, at }
      failed = undefined
      return { value }
    } catch (error) {
      if (!isRejection(error)) onFailure(error)
      failed = { error, until: now() + backoffOf(error, backoffMs) }
      if (isRejection(error)) good = undefined
      return lastGood(() => error)
    } finally {
      inFlight = undefined
    }
  }

  function usable() {
    return good && now() - good.at < staleMs ? good : undefined
  }

  function lastGood(otherwise: () => unknown): AgedValue<T> {
    const last = usable()
    if (!last) throw otherwise()
    return { value: last.value, staleSeconds: Math.floor((now() - last.at) / 1000) }
  }

  /** The limit counts from the start of the request, so later callers wait only for the rest. */
  async function waitFor({ response, startedAt }: InFlight<T>): Promise<AgedValue<T>> {
    const limit = usable() ? maxStaleWaitMs : maxWaitMs
    return withinTime(response, startedAt + limit - performance.now(), () => lastGood(late))
  }

  return {
    async get() {
      if (good && now() - good.at < freshMs) return { value: good.value }
      if (!inFlight) {
        if (failed && now() < failed.until) {
          const { error } = failed
          return lastGood(() => error)
        }
        inFlight = { response: refresh(), startedAt: performance.now() }
      }
      return waitFor(inFlight)
    },
  }
}

interface CachedRequestsOptions extends CachedRequestOptions {
  /** Maximum number of cached responses (least recently used). */
  max: number
  /** Maximum number of concurrent requests, since callers choose the keys. */
  maxInFlight: number
  /** Creates the error for a request beyond `maxInFlight`. */
  busy: () => DomainError
}

/** Cached requests of one kind, by key. */
export function createCachedRequests<K, T>(
  keyOf: (subject: K) => string,
  send: (subject: K) => Promise<T>,
  options: CachedRequestsOptions,
): (subject: K) => Promise<AgedValue<T>> {
  const { max, maxInFlight, busy } = options
  const requests = new LRUCache<string, CachedRequest<T>>({ max })
  let inFlight = 0

  async function sendLimited(subject: K): Promise<T> {
    if (inFlight >= maxInFlight) throw busy()
    inFlight++
    try {
      return await send(subject)
    } finally {
      inFlight--
    }
  }

  return (subject) => {
    const key = keyOf(subject)
    const request = requests.get(key) ?? createCachedRequest(() => sendLimited(subject), options)
    requests.set(key, request)
    return request.get()
  }
}

/** Whether the host works and rejected the request. */
function isRejection(error: unknown): boolean {
  return error instanceof DomainError && ['unauthenticated', 'not-found'].includes(error.code)
}

function backoffOf(error: unknown, backoffMs: number): number {
  const requested = error instanceof DomainError ? error.retryAfter : undefined
  return requested === undefined ? backoffMs : Math.min(requested * 1000, MAX_BACKOFF_MS)
}
