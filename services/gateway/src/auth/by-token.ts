import type { Identity } from '@landscape/contracts'
import type { Credentials, Identify } from '../proxy/gateway-request.ts'
import type { Prefix } from '../proxy/prefixes.ts'
import { cacheClaims } from './cache-claims.ts'
import { tokenError, unauthenticated } from './token-error.ts'
import type { TokenVerifiers, VerifyToken } from './verifiers.ts'
import { identityOf } from './identity-of.ts'

/**
 * Establishes the caller by tokens. Every token must be valid and all must name the same subject, or the
 * request is rejected, unless its prefix is lenient. Public prefixes ignore tokens.
 */
export function identifyByToken(verifiers: Omit<TokenVerifiers, 'refresh' | 'checks'>): Identify {
  const id = cacheClaims(verifiers.id)
  const access = cacheClaims(verifiers.access)
  const loadBalancer = cacheClaims(verifiers.loadBalancer)

  const byIdToken = async (header: string | undefined) => {
    if (header === undefined) return undefined
    const claims = await id(header.replace(/^Bearer +/i, ''))
    return identityOf(claims, claims)
  }
  const byLoadBalancer = async (credentials: Credentials) => {
    if (credentials.loadBalancer === undefined && credentials.access === undefined) return undefined
    const claims = await Promise.all([
      verifyRequired(loadBalancer, credentials.loadBalancer),
      verifyRequired(access, credentials.access),
    ])
    return identityOf(...claims)
  }

  const byTokens = async (credentials: Credentials, { lenient }: Prefix) => {
    try {
      const identities = await Promise.all([
        byLoadBalancer(credentials),
        byIdToken(credentials.authorization),
      ])
      return sameCaller(identities)
    } catch (error) {
      if (lenient) return undefined
      throw tokenError(error)
    }
  }

  return (credentials, prefix) => {
    if (prefix.access === 'public') return undefined
    if (isRegistry(prefix) && credentials.authorization === undefined) return undefined
    return byTokens(credentials, prefix)
  }
}

/** The registry's clients sign in at the identity provider itself: their ID token is required. */
function isRegistry({ service }: Prefix): boolean {
  return service === 'projects'
}

async function verifyRequired(verify: VerifyToken, token: string | undefined) {
  if (token === undefined) throw unauthenticated('Missing authentication tokens', 'missing')
  return verify(token)
}

function sameCaller(identities: readonly (Identity | undefined)[]): Identity | undefined {
  const given = identities.filter((identity) => identity !== undefined)
  if (new Set(given.map(({ subject }) => subject)).size > 1)
    throw unauthenticated('Not authorized', 'two callers')
  return given[0]
}
