import { AlbJwtVerifier, CognitoJwtVerifier } from 'aws-jwt-verify'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { cacheClaims } from './cache-claims.ts'
import { createClaimReader, type ClaimSettings, type VerifyToken } from './claims.ts'
import type { Authenticator } from './identify.ts'
import { byLoadBalancer } from './load-balancer.ts'
import { byToken, type IdentityProvider } from './provider.ts'
import { createPublicKeys, type PublicKeys } from './public-keys.ts'
import { CLOCK_DIFFERENCE_S, createStrictCheck } from './strict-check.ts'

export interface PoolSettings {
  userPoolId: string
  clientId: string
  loadBalancerArn: string
  /** Address of the identity provider's key set. */
  idpKeys: string
  /** Address of the load balancer's keys; the key id is appended as a path segment. */
  loadBalancerKeys: string
}

/** The claims of the tokens of a user pool; the load balancer joins groups with commas. */
export const POOL_CLAIMS: ClaimSettings = {
  email: 'email',
  groups: 'cognito:groups',
  separator: ',',
}

/** A user pool: a provider whose load balancer adds tokens as well. */
export function openPool(settings: PoolSettings, metrics?: Metrics): IdentityProvider {
  const { refresh, checks, ...verifiers } = createPoolVerifiers(settings, metrics)
  return { authenticators: poolAuthenticators(verifiers), refresh, checks }
}

/** Callers by ID tokens, and by the tokens of the load balancer. */
export function poolAuthenticators({
  id,
  access,
  loadBalancer,
}: Pick<PoolVerifiers, 'id' | 'access' | 'loadBalancer'>): Authenticator[] {
  const identityIn = createClaimReader(POOL_CLAIMS)
  return [byLoadBalancer({ loadBalancer, access, identityIn }), byToken('token', id, identityIn)]
}

interface PoolVerifiers extends Pick<IdentityProvider, 'refresh'> {
  id: VerifyToken
  access: VerifyToken
  loadBalancer: VerifyToken
  /** Whether the last fetch of keys succeeded. */
  checks: PublicKeys['checks']
}

/** Verifiers for the three kinds of token of a user pool and its load balancer. */
export function createPoolVerifiers(settings: PoolSettings, metrics?: Metrics): PoolVerifiers {
  const { userPoolId, clientId, loadBalancerArn, idpKeys } = settings
  const region = userPoolId.split('_', 1)[0] ?? ''
  const keys = createPublicKeys({ idpKeys: () => idpKeys, metrics })
  const idp = { jwksCache: keys.identityProvider }
  const pool = {
    userPoolId,
    clientId,
    graceSeconds: CLOCK_DIFFERENCE_S,
    customJwtCheck: createStrictCheck(() => ['RS256']),
  }
  const id = CognitoJwtVerifier.create({ ...pool, tokenUse: 'id' }, idp)
  const access = CognitoJwtVerifier.create({ ...pool, tokenUse: 'access' }, idp)
  const loadBalancer = AlbJwtVerifier.create(
    {
      albArn: loadBalancerArn,
      issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
      clientId,
      jwksUri: settings.loadBalancerKeys,
      graceSeconds: CLOCK_DIFFERENCE_S,
      customJwtCheck: createStrictCheck(() => ['ES256']),
    },
    { jwksCache: keys.loadBalancer },
  )
  const { jwksUri } = CognitoJwtVerifier.parseUserPoolId(userPoolId)
  const idClaims = cacheClaims((token) => id.verify(token))
  const accessClaims = cacheClaims((token) => access.verify(token))
  return {
    id: idClaims.verify,
    access: accessClaims.verify,
    loadBalancer: cacheClaims((token) => loadBalancer.verify(token)).verify,
    async refresh() {
      const set = await keys.identityProvider.getJwks(jwksUri)
      // Each verifier keeps the key object of an id until it is given a set.
      for (const verifier of [id, access]) verifier.cacheJwks(set)
      idClaims.clear()
      accessClaims.clear()
    },
    checks: keys.checks,
  }
}
