import { JwtVerifier } from 'aws-jwt-verify'
import { JwtInvalidAudienceError } from 'aws-jwt-verify/error'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Check } from '@landscape/runtime/process/health'
import { cacheClaims } from './cache-claims.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { createPublicKeys } from './public-keys.ts'
import type { Claims, VerifyToken } from './claims.ts'
import { CLOCK_DIFFERENCE_S, createStrictCheck } from './verifiers.ts'

export interface ProviderTokens {
  /** The issuer, exactly as in its tokens. */
  issuer: string
  /** Clients whose tokens are accepted. */
  clients: readonly string[]
}

/** Verifies the tokens of one OpenID Connect provider. */
export interface ProviderVerifier {
  verify: VerifyToken
  /**
   * Reads the discovery document and the keys again, and forgets revoked and replaced keys and the claims
   * that they verified.
   *
   * @throws FetchError when the keys cannot be fetched; known keys and claims remain
   */
  refresh: () => Promise<void>
  /** The provider according to the last discovery document. */
  provider: Discovery['known']
  checks: Readonly<Record<'identity-provider', Check>>
}

/** Verifies the tokens of a provider with the keys that its discovery document names. */
export function createProviderVerifier(
  { issuer, clients }: ProviderTokens,
  metrics?: Metrics,
): ProviderVerifier {
  const discovery = createDiscovery(issuer)
  const idpKeys = async () => (await discovery.read()).keys
  const { identityProvider: jwksCache, checks } = createPublicKeys({
    idpKeys,
    onFailedFetch: discovery.expire,
    metrics,
  })
  const checkForm = createStrictCheck(() => discovery.known()?.algorithms ?? [])
  const verifier = JwtVerifier.create(
    {
      issuer,
      // Only the name of the set in the cache: the discovery document has the address.
      jwksUri: issuer,
      audience: [...clients],
      graceSeconds: CLOCK_DIFFERENCE_S,
      customJwtCheck(token) {
        checkForm(token)
        assertOurs(token.payload, clients)
      },
    },
    { jwksCache },
  )
  const claims = cacheClaims(async (token) => (await verifier.verify(token)) as Claims)
  return {
    verify: claims.verify,
    async refresh() {
      discovery.expire()
      // The verifier keeps the key object of an id until it is given a set.
      verifier.cacheJwks(await jwksCache.getJwks(issuer))
      claims.clear()
    },
    provider: discovery.known,
    checks: { 'identity-provider': checks['identity-provider'] },
  }
}

/**
 * A token for several audiences is accepted only when it was issued to one of our clients (`azp`, OpenID
 * Connect Core 1.0 §3.1.3.7).
 */
function assertOurs({ aud, azp }: Record<string, unknown>, clients: readonly string[]): void {
  if (Array.isArray(aud) && aud.length > 1 && !clients.includes(String(azp)))
    throw new JwtInvalidAudienceError('several audiences', azp, [...clients])
}
