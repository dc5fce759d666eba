import { hash } from 'node:crypto'
import { shareByKey } from '@landscape/contracts'
import { LRUCache } from 'lru-cache'
import type { Claims, VerifyToken } from './verifiers.ts'

const MAX_TOKENS = 10_000
const MAX_LENGTH = 16_384

/**
 * Verifies each token once and caches the claims by digest until the token expires, so that no token stays in
 * memory. Concurrent first uses share one verification. Failures are not cached.
 */
export function cacheClaims(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const cached = new LRUCache<string, Claims>({ max: MAX_TOKENS })
  const share = shareByKey<Claims>()

  return async (token) => {
    if (token.length > MAX_LENGTH) throw new Error('token too long')
    const digest = hash('sha256', token, 'base64')
    const claims = cached.get(digest)
    // `exp` is compared with the wall clock at each use, because the identity provider wrote it.
    if (claims && claims.exp * 1000 > now()) return claims
    cached.delete(digest)
    return share(digest, async () => {
      const verified = await verify(token)
      cached.set(digest, verified)
      return verified
    })
  }
}
