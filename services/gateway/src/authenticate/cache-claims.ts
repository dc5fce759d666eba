import { hash } from 'node:crypto'
import { shareByKey } from '@landscape/contracts/async/share-calls'
import { LRUCache } from 'lru-cache'
import type { Claims, VerifyToken } from './claims.ts'

const MAX_TOKENS = 10_000
const MAX_LENGTH = 16_384

interface ClaimsCache {
  verify: VerifyToken
  /** Forgets all claims: the keys have changed. */
  clear: () => void
}

/**
 * Verifies each token once and caches the claims by digest until the token expires or the cache is cleared.
 * No token stays in memory. Concurrent first uses share one verification. Failures are not cached.
 */
export function cacheClaims(verify: VerifyToken, now: () => number = Date.now): ClaimsCache {
  const empty = () => new LRUCache<string, Claims>({ max: MAX_TOKENS })
  let cached = empty()
  const share = shareByKey<Claims>()

  const verifyOnce: VerifyToken = async (token) => {
    if (token.length > MAX_LENGTH) throw new Error('token too long')
    const digest = hash('sha256', token)
    const claims = cached.get(digest)
    // `exp` is compared with the wall clock at each use, because the identity provider wrote it.
    if (claims && claims.exp * 1000 > now()) return claims
    return share(digest, async () => {
      // A verification that began before `clear` may have used a revoked key.
      const current = cached
      const verified = await verify(token)
      current.set(digest, verified)
      return verified
    })
  }
  return {
    verify: verifyOnce,
    clear: () => {
      cached = empty()
    },
  }
}
