import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Claims, VerifyToken } from './verifiers.ts'

const MAX_TOKENS = 10_000
const MAX_LENGTH = 16_384

/**
 * Verifies each token once: what was proven is kept until the token expires, by digest, so that
 * memory holds no token. Concurrent first uses share one verification. Failures are not kept.
 */
export function remember(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const known = new LRUCache<string, Claims>({ max: MAX_TOKENS })
  const flights = new Map<string, Promise<Claims>>()

  const verifyOnce = async (token: string, digest: string) => {
    try {
      const claims = await verify(token)
      known.set(digest, claims)
      return claims
    } finally {
      flights.delete(digest)
    }
  }

  return async (token) => {
    if (token.length > MAX_LENGTH) throw new Error('token too long')
    const digest = hash('sha256', token, 'base64')
    const claims = known.get(digest)
    // The provider's word is judged by the wall clock, remembered or not; see decision 19.
    if (claims && claims.exp * 1000 > now()) return claims
    known.delete(digest)
    const flight = flights.get(digest) ?? verifyOnce(token, digest)
    flights.set(digest, flight)
    return flight
  }
}
