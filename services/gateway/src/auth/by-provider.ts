import type { Identity } from '@landscape/contracts'
import { cacheClaims } from './cache-claims.ts'
import { tokenIn, type Way } from './identify.ts'
import type { Claims, VerifyToken } from './verifiers.ts'

/**
 * Callers by tokens of an OpenID Connect provider: in the header of a proxy that signs in browsers, and in
 * `Authorization`.
 *
 * @param callerOf reads the caller from verified claims
 */
export function byProvider(verify: VerifyToken, callerOf: (claims: Claims) => Identity): Way[] {
  const verifyOnce = cacheClaims(verify)
  const callerIn = async (header: string | undefined) =>
    header === undefined ? undefined : callerOf(await verifyOnce(tokenIn(header)))
  return [({ proxy }) => callerIn(proxy), ({ authorization }) => callerIn(authorization)]
}
