import { createPublicKey } from 'node:crypto'
import {
  AlbJwksNotExposedError,
  FetchError,
  JwksNotAvailableInCacheError,
  JwtWithoutValidKidError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error'
import type { JwksCache } from 'aws-jwt-verify/jwk'
import { shareByKey } from '@landscape/errors'
import { LRUCache } from 'lru-cache'
import { createKeyFetcher, type KeyFetcher } from './fetch-keys.ts'

type Key = ReturnType<JwksCache['getCachedJwk']>

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_FETCHES = 20
const UNKNOWN_FOR_MS = 5_000

/**
 * Public keys of the load balancer, each at its own address. The library's cache holds two keys,
 * so that any two valid foreign key ids would push ours out; this one holds more, remembers which
 * ids do not exist, and fetches a bounded number at a time.
 */
export function createLoadBalancerKeys(fetcher = createLoadBalancerFetcher()): JwksCache {
  const keys = new LRUCache<string, Key>({ max: 50 })
  const unknown = new LRUCache<string, true>({ max: 1_000, ttl: UNKNOWN_FOR_MS })
  const share = shareByKey<Key>()
  let fetches = 0

  const fetchKey = async (kid: string, address: string): Promise<Key> => {
    if (fetches >= MAX_FETCHES) throw new FetchError(address, 'too many keys at once')
    fetches++
    try {
      const pem = Buffer.from(await fetcher.fetch(address)).toString()
      const key = { ...jwkOf(pem, address), use: 'sig', alg: 'ES256', kid } as Key
      keys.set(address, key)
      return key
    } catch (error) {
      if (error instanceof KidNotFoundInJwksError) unknown.set(address, true)
      throw error
    } finally {
      fetches--
    }
  }

  return {
    async getJwk(base, jwt) {
      const kid = kidOf(jwt)
      const address = `${base}/${kid}`
      const known = keys.get(address)
      if (known) return known
      if (unknown.has(address)) throw new KidNotFoundInJwksError('no such key')
      return share(address, () => fetchKey(kid, address))
    },
    getCachedJwk(base, jwt) {
      const known = keys.get(`${base}/${kidOf(jwt)}`)
      if (!known) throw new JwksNotAvailableInCacheError('key not fetched yet')
      return known
    },
    getJwks: () => Promise.reject(new AlbJwksNotExposedError('one key at a time')),
    addJwks() {},
  }
}

/**
 * Only 404 says that a key does not exist; anything else (403 where a proxy or a policy is in the
 * way) says nothing about it and must not turn good tokens away.
 */
export function createLoadBalancerFetcher(): KeyFetcher {
  return createKeyFetcher(
    (address) => address,
    (status) => (status === 404 ? new KidNotFoundInJwksError('no such key') : undefined),
  )
}

/** The key id goes into an address: nothing but a UUID may be one. */
function kidOf({ header }: { header: { kid?: unknown } }): string {
  if (typeof header.kid !== 'string' || !UUID.test(header.kid)) {
    throw new JwtWithoutValidKidError('key id is not a UUID')
  }
  return header.kid.toLowerCase()
}

function jwkOf(pem: string, address: string) {
  try {
    return createPublicKey(pem).export({ format: 'jwk' })
  } catch (cause) {
    throw new FetchError(address, cause)
  }
}
