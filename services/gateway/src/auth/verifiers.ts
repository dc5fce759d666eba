import { AlbJwtVerifier, CognitoJwtVerifier } from 'aws-jwt-verify'
import type { JwksCache } from 'aws-jwt-verify/jwk'
import { JwtParseError } from 'aws-jwt-verify/error'
import { unwatched, type WatchFetches } from './fetch-keys.ts'
import { createIdpKeys } from './idp-keys.ts'
import { createKeyHealth, type KeyHealth } from './key-health.ts'
import { createLoadBalancerFetcher, createLoadBalancerKeys } from './load-balancer-keys.ts'

export interface TokenSettings {
  userPoolId: string
  clientId: string
  loadBalancerArn: string
  /** Where the identity provider's key set is. */
  idpKeys: string
  /** Where the load balancer's keys are; the key id is appended as a path segment. */
  loadBalancerKeys: string
}

/** Claims of a token whose signature, issuer, client and validity are proven. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string; exp: number }

/** Verifies one kind of token; rejects with an error of aws-jwt-verify. */
export type VerifyToken = (token: string) => Promise<Claims>

export interface TokenVerifiers {
  id: VerifyToken
  access: VerifyToken
  loadBalancer: VerifyToken
  /** Fetches the identity provider's keys anew, so that withdrawn ones are forgotten. */
  refresh: () => Promise<void>
  /** Whether keys could be had when they were last fetched, by whose they are. */
  checks: KeyHealth['checks']
}

/** Verifiers for the three kinds of token that the gateway knows. */
export function createTokenVerifiers(
  settings: TokenSettings,
  count: WatchFetches = unwatched,
): TokenVerifiers {
  const { userPoolId, clientId, loadBalancerArn } = settings
  const region = userPoolId.split('_', 1)[0] ?? ''
  const { watch: remember, checks } = createKeyHealth()
  const watch: WatchFetches = (source, fetcher) => remember(source, count(source, fetcher))
  const idp: { jwksCache: JwksCache } = {
    jwksCache: createIdpKeys(settings.idpKeys, undefined, watch),
  }
  const pool = { userPoolId, clientId, customJwtCheck: mustBeSound('RS256') }
  const id = CognitoJwtVerifier.create({ ...pool, tokenUse: 'id' }, idp)
  const access = CognitoJwtVerifier.create({ ...pool, tokenUse: 'access' }, idp)
  const loadBalancer = AlbJwtVerifier.create(
    {
      albArn: loadBalancerArn,
      issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
      clientId,
      jwksUri: settings.loadBalancerKeys,
      customJwtCheck: mustBeSound('ES256'),
    },
    { jwksCache: createLoadBalancerKeys(watch('load balancer', createLoadBalancerFetcher())) },
  )
  return {
    id: (token) => id.verify(token),
    access: (token) => access.verify(token),
    loadBalancer: (token) => loadBalancer.verify(token),
    refresh: () => id.hydrate(),
    checks,
  }
}

const CLOCK_DIFFERENCE_S = 30

interface Decoded {
  header: object
  payload: object
}

/**
 * What aws-jwt-verify leaves open: it accepts tokens that never expire, any algorithm that fits
 * the key, tokens from the future, and headers that demand an extension which nobody here knows.
 */
export function mustBeSound(algorithm: 'RS256' | 'ES256', now: () => number = Date.now) {
  return ({ header, payload }: Decoded): void => {
    const { alg, crit } = header as Record<string, unknown>
    const { exp, iat, sub } = payload as Record<string, unknown>
    const problem =
      (alg !== algorithm && 'algorithm') ||
      (crit !== undefined && 'crit') ||
      (typeof exp !== 'number' && 'exp') ||
      ((typeof sub !== 'string' || sub === '') && 'sub') ||
      (Number(iat) > now() / 1000 + CLOCK_DIFFERENCE_S && 'iat')
    if (problem !== false) throw new JwtParseError(`${problem} not acceptable`)
  }
}
