import type { Prefix } from '../authorise/prefixes.ts'
import { tokenIn, type Authenticator } from './identify.ts'
import { identityOf } from './identity-of.ts'
import { unauthenticated } from './token-error.ts'
import type { VerifyToken } from './claims.ts'
import type { TokenVerifiers } from './verifiers.ts'

/** Callers by tokens of a user pool: those of its load balancer, and ID tokens. */
export function byPool({
  id,
  access,
  loadBalancer,
}: Omit<TokenVerifiers, 'refresh' | 'checks'>): Authenticator[] {
  return [
    async (credentials, prefix) => {
      if (credentials.loadBalancer === undefined && credentials.access === undefined)
        return undefined
      if (isRegistry(prefix) && credentials.authorization === undefined) return undefined
      const claims = await Promise.all([
        verifyRequired(loadBalancer, credentials.loadBalancer),
        verifyRequired(access, credentials.access),
      ])
      return identityOf(...claims)
    },
    async ({ authorization }) => {
      if (authorization === undefined) return undefined
      const claims = await id(tokenIn(authorization))
      return identityOf(claims, claims)
    },
  ]
}

/** The registry's clients sign in at the identity provider itself: their ID token is required. */
function isRegistry({ service }: Prefix): boolean {
  return service === 'projects'
}

async function verifyRequired(verify: VerifyToken, token: string | undefined) {
  if (token === undefined) throw unauthenticated('Missing authentication tokens', 'missing')
  return verify(token)
}
