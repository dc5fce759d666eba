import type { Identity } from '@landscape/contracts/identity'
import { tokenIn, type Authenticator } from './identify.ts'
import type { Claims, VerifyToken } from './claims.ts'

/**
 * Callers by tokens of an OpenID Connect provider: in the header of a proxy that signs in browsers, and in
 * `Authorization`.
 *
 * @param callerOf reads the caller from verified claims
 */
export function byProvider(
  verify: VerifyToken,
  callerOf: (claims: Claims) => Identity,
): Authenticator[] {
  const callerIn = async (header: string | undefined) =>
    header === undefined ? undefined : callerOf(await verify(tokenIn(header)))
  return [({ proxy }) => callerIn(proxy), ({ authorization }) => callerIn(authorization)]
}
