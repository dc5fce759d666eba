import type { Identity } from '@landscape/contracts/identity'
import type { Prefix } from '../request/prefixes.ts'
import type { Claims, VerifyToken } from './claims.ts'
import type { Authenticator } from './identify.ts'
import { unauthenticated } from './token-error.ts'

interface LoadBalancerTokens {
  /** Verifies the token with the caller's e-mail address. */
  loadBalancer: VerifyToken
  /** Verifies the token with the caller's groups. */
  access: VerifyToken
  identityIn: (profile: Claims, membership: Claims) => Identity
}

/** Callers by the two tokens that a load balancer adds; one without the other is rejected at once. */
export function byLoadBalancer(verify: LoadBalancerTokens): Authenticator {
  const identify = async (profile: string, membership: string) =>
    verify.identityIn(
      ...(await Promise.all([verify.loadBalancer(profile), verify.access(membership)])),
    )
  return ({ loadBalancer, access, token }, prefix) => {
    if (loadBalancer === undefined && access === undefined) return undefined
    if (isRegistry(prefix) && token === undefined) return undefined
    if (loadBalancer === undefined || access === undefined)
      throw unauthenticated('Missing authentication tokens', 'missing')
    return identify(loadBalancer, access)
  }
}

/** The registry's clients sign in at the identity provider itself: their ID token is required. */
function isRegistry({ service }: Prefix): boolean {
  return service === 'projects'
}
