import { createPublicKey } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AlbJwksCache } from 'aws-jwt-verify/alb-cache'
import {
  FetchError,
  KidNotFoundInJwksError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error'
import { SimpleJwksCache, type JwksCache, type PenaltyBox } from 'aws-jwt-verify/jwk'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Check } from '@landscape/runtime/process/health'
import { createLastUse } from '@landscape/runtime/process/last-use'
import { LRUCache } from 'lru-cache'
import { download, KeyServerError } from './download.ts'
import { KeySetCache } from './key-set-cache.ts'

const MAX_LOAD_BALANCER_KEYS = 50
const MAX_CONCURRENT_FETCHES = 20
const UNKNOWN_KEY_TTL_MS = 5_000
const PENALTY_MS = 250
const MAX_WAITING = 200

type KeySource = 'identity provider' | 'load balancer'
type Download = (address: string) => Promise<ArrayBuffer>

/** The library's caches of public keys, and whether the last fetch of each kind succeeded. */
export interface PublicKeys {
  identityProvider: JwksCache
  loadBalancer: JwksCache
  checks: Readonly<Record<'identity-provider' | 'load-balancer', Check>>
}

interface PublicKeysOptions {
  /** Returns the address of the identity provider's key set; rejects with a `FetchError`. */
  idpKeys: () => Promise<string> | string
  /** Called after a failed fetch of the key set: its address may have changed. */
  onFailedFetch?: () => void
  metrics?: Metrics | undefined
  /** Whether tokens may lack a key id when only one key fits. */
  isKeyIdOptional?: boolean
  /** Minimum time between two fetches of the key set that unknown key ids cause. */
  penaltyMs?: number
}

/** The caches of aws-jwt-verify, with fetches that are bounded, counted and reported to `/readyz`. */
export function createPublicKeys({
  idpKeys,
  onFailedFetch,
  metrics,
  isKeyIdOptional = false,
  penaltyMs = PENALTY_MS,
}: PublicKeysOptions): PublicKeys {
  const uses = { 'identity provider': createLastUse(), 'load balancer': createLastUse() }
  const count = countFetches(metrics)
  const observed =
    (source: KeySource, download: Download): Download =>
    async (address) => {
      try {
        const bytes = await download(address)
        uses[source].worked()
        count(source)
        return bytes
      } catch (error) {
        // Callers choose the load balancer's key ids: a rejected id is not a fault of the server.
        if (source === 'identity provider' || error instanceof KeyServerError)
          uses[source].failed('keys cannot be fetched')
        count(source, error)
        throw error
      }
    }
  const fetchSet = observed('identity provider', async () => downloadSet(await idpKeys()))
  const fetchKnownSet: Download = async (name) => {
    try {
      return await fetchSet(name)
    } catch (error) {
      onFailedFetch?.()
      throw error
    }
  }
  const Cache = isKeyIdOptional ? KeySetCache : SimpleJwksCache
  return {
    identityProvider: new Cache({
      fetcher: { fetch: fetchKnownSet },
      penaltyBox: createPenaltyBox(penaltyMs),
    }),
    loadBalancer: new AlbJwksCache({
      fetcher: { fetch: cachedByAddress(observed('load balancer', downloadKey)) },
    }),
    checks: {
      'identity-provider': uses['identity provider'].check,
      'load-balancer': uses['load balancer'].check,
    },
  }
}

/** An empty set means a broken provider: accepting it would reject every token with 401. */
async function downloadSet(address: string): Promise<ArrayBuffer> {
  const bytes = await download(address)
  if (isEmptySet(Buffer.from(bytes).toString())) throw new FetchError(address, 'no keys')
  return bytes
}

function isEmptySet(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.length === 0
  } catch {
    // The library's parser rejects it.
    return false
  }
}

/** Only 404 means that a key does not exist: a 403 of a proxy must not invalidate good tokens. */
async function downloadKey(address: string): Promise<ArrayBuffer> {
  const bytes = await download(address, new KidNotFoundInJwksError('no such key'))
  try {
    createPublicKey(Buffer.from(bytes))
  } catch (cause) {
    throw new FetchError(address, cause)
  }
  return bytes
}

/**
 * The library caches two keys of load balancers, so that any two valid key ids of other load
 * balancers would evict ours, and it fetches an unknown id again each time.
 */
function cachedByAddress(fetchKey: Download): Download {
  const keys = new LRUCache<string, ArrayBuffer>({ max: MAX_LOAD_BALANCER_KEYS })
  const unknown = new LRUCache<string, true>({ max: 1_000, ttl: UNKNOWN_KEY_TTL_MS })
  let fetching = 0
  return async (address) => {
    const cached = keys.get(address)
    if (cached) return cached
    if (unknown.has(address)) throw new KidNotFoundInJwksError('no such key')
    if (fetching >= MAX_CONCURRENT_FETCHES)
      throw new FetchError(address, 'too many concurrent fetches')
    fetching++
    try {
      const key = await fetchKey(address)
      keys.set(address, key)
      return key
    } catch (error) {
      if (error instanceof KidNotFoundInJwksError) unknown.set(address, true)
      throw error
    } finally {
      fetching--
    }
  }
}

/**
 * Delays fetches that unknown key ids cause. The library's own penalty box rejects them for ten seconds
 * instead, so that one invented key id would lock out every caller whose token has the newest key.
 */
function createPenaltyBox(penaltyMs: number): PenaltyBox {
  let openAt = 0
  let waiting = 0
  return {
    async wait() {
      const ms = openAt - performance.now()
      if (ms <= 0) return
      if (waiting >= MAX_WAITING) throw new WaitPeriodNotYetEndedJwkError('too many unknown keys')
      waiting++
      await sleep(ms)
      waiting--
    },
    registerFailedAttempt() {
      openAt = performance.now() + penaltyMs
    },
    registerSuccessfulAttempt() {},
  }
}

function countFetches(metrics: Metrics | undefined) {
  const fetches = metrics?.counter(
    'landscape_key_fetches_total',
    'Fetches of public keys: fetched, unknown (the load balancer has no such key), failed',
    ['keys', 'outcome'],
  )
  let lastFetch: number | undefined
  metrics?.reading({
    name: 'landscape_identity_provider_keys_age_seconds',
    help: "Time since the identity provider's keys were last fetched; absent until they have been",
    read: () => (lastFetch === undefined ? undefined : (performance.now() - lastFetch) / 1_000),
  })
  return (source: KeySource, error?: unknown): void => {
    if (source === 'identity provider' && error === undefined) lastFetch = performance.now()
    fetches?.({ keys: source, outcome: outcomeOf(error) })
  }
}

function outcomeOf(error: unknown): 'fetched' | 'unknown' | 'failed' {
  if (error === undefined) return 'fetched'
  return error instanceof KidNotFoundInJwksError ? 'unknown' : 'failed'
}
