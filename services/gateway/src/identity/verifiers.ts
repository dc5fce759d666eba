import { AlbJwtVerifier, CognitoJwtVerifier } from 'aws-jwt-verify'
import type { JwksCache } from 'aws-jwt-verify/jwk'
import { createIdpKeys } from './idp-keys.ts'
import { createLoadBalancerKeys } from './load-balancer-keys.ts'
import { mustBeSound } from './soundness.ts'

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
}

/** Verifiers for the three kinds of token that the gateway knows. */
export function createTokenVerifiers(settings: TokenSettings): TokenVerifiers {
  const { userPoolId, clientId, loadBalancerArn } = settings
  const region = userPoolId.split('_', 1)[0] ?? ''
  const idp: { jwksCache: JwksCache } = { jwksCache: createIdpKeys(settings.idpKeys) }
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
    { jwksCache: createLoadBalancerKeys() },
  )
  return {
    id: (token) => id.verify(token),
    access: (token) => access.verify(token),
    loadBalancer: (token) => loadBalancer.verify(token),
    refresh: () => id.hydrate(),
  }
}
