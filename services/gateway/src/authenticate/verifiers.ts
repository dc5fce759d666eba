import { AlbJwtVerifier, CognitoJwtVerifier } from 'aws-jwt-verify'
import { JwtExpiredError, JwtNotBeforeError, JwtParseError } from 'aws-jwt-verify/error'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { cacheClaims } from './cache-claims.ts'
import type { VerifyToken } from './claims.ts'
import { createPublicKeys, type PublicKeys } from './public-keys.ts'

export interface TokenSettings {
  userPoolId: string
  clientId: string
  loadBalancerArn: string
  /** Address of the identity provider's key set. */
  idpKeys: string
  /** Address of the load balancer's keys; the key id is appended as a path segment. */
  loadBalancerKeys: string
}

export interface TokenVerifiers {
  id: VerifyToken
  access: VerifyToken
  loadBalancer: VerifyToken
  /**
   * Fetches the identity provider's keys again, and forgets revoked and replaced keys and the claims that
   * they verified.
   *
   * @throws FetchError when the keys cannot be fetched; known keys and claims remain
   */
  refresh: () => Promise<void>
  /** Whether the last fetch of keys succeeded. */
  checks: PublicKeys['checks']
}

/** Verifiers for the three kinds of token of a user pool and its load balancer. */
export function createTokenVerifiers(settings: TokenSettings, metrics?: Metrics): TokenVerifiers {
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

/** Tolerance (s) for `nbf` and `iat`: the clock of the issuer may be ahead. */
export const CLOCK_DIFFERENCE_S = 30

/** Other types have another purpose, such as logout tokens (RFC 8725 §3.11); ID tokens may have none. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i

interface Decoded {
  header: object
  payload: object
}

/**
 * Rejects what aws-jwt-verify accepts: tokens that never expire or, with a tolerance, have expired, any
 * algorithm that fits the key, tokens from the future, tokens of another type, and headers that demand an
 * unknown extension (RFC 7515 §4.1.11).
 */
export function createStrictCheck(
  algorithms: () => readonly string[],
  now: () => number = Date.now,
) {
  return ({ header, payload }: Decoded): void => {
    const { alg, crit, typ } = header as Record<string, unknown>
    const { exp, iat, sub } = payload as Record<string, unknown>
    const problem =
      (!algorithms().includes(String(alg)) && 'algorithm') ||
      (typ !== undefined && (typeof typ !== 'string' || !TYPE.test(typ)) && 'typ') ||
      (crit !== undefined && 'crit') ||
      (typeof exp !== 'number' && 'exp') ||
      ((typeof sub !== 'string' || sub === '') && 'sub')
    if (problem !== false) throw new JwtParseError(`${problem} not acceptable`)
    const seconds = now() / 1000
    if (Number(iat) > seconds + CLOCK_DIFFERENCE_S)
      throw new JwtNotBeforeError('iat not acceptable', String(iat))
    if (Number(exp) < seconds) throw new JwtExpiredError('Token expired', String(exp))
  }
}
