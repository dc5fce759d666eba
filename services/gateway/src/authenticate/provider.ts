import { JwtVerifier } from 'aws-jwt-verify'
import { JwtInvalidAudienceError } from 'aws-jwt-verify/error'
import type { Identity } from '@landscape/contracts/identity'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Check } from '@landscape/runtime/process/health'
import { cacheClaims } from './cache-claims.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { createPublicKeys } from './public-keys.ts'
import { createClaimReader, type Claims, type ClaimSettings, type VerifyToken } from './claims.ts'
import type { Authenticator } from './identify.ts'
import { CLOCK_DIFFERENCE_S, createStrictCheck } from './strict-check.ts'

export interface ProviderSettings {
  /** The issuer, exactly as in its tokens. */
  issuer: string
  /** Clients whose tokens are accepted. */
  clients: readonly string[]
  claims: ClaimSettings
}

/** An identity provider whose tokens are accepted: a user pool, or any OpenID Connect provider. */
export interface IdentityProvider {
  authenticators: readonly Authenticator[]
  /**
   * Fetches the keys again, and forgets revoked and replaced keys and the claims that they verified.
   *
   * @throws FetchError when the keys cannot be fetched; known keys and claims remain
   */
  refresh: () => Promise<void>
  checks: Readonly<Record<string, Check>>
  /** The provider according to its last discovery document; absent without one. */
  provider?: Discovery['known']
}

/** Callers by one kind of token. */
export function byToken(
  kind: 'token' | 'proxy',
  verify: VerifyToken,
  identityIn: (claims: Claims) => Identity,
): Authenticator {
  const identify = async (token: string) => identityIn(await verify(token))
  return ({ [kind]: token }) => (token === undefined ? undefined : identify(token))
}

/**
 * An OpenID Connect provider, whose keys its discovery document names. Tokens arrive in `Authorization`, and
 * in the header of a proxy that signs in browsers.
 */
export function openProvider(
  { issuer, clients, claims: settings }: ProviderSettings,
  metrics?: Metrics,
): IdentityProvider {
  const discovery = createDiscovery(issuer)
  const idpKeys = async () => (await discovery.read()).keys
  const { identityProvider: jwksCache, checks } = createPublicKeys({
    idpKeys,
    onFailedFetch: discovery.expire,
    isKeyIdOptional: true,
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
        assertIssuedTo(token.payload, clients)
      },
    },
    { jwksCache },
  )
  const claims = cacheClaims(async (token) => (await verifier.verify(token)) as Claims)
  const identityIn = createClaimReader(settings)
  return {
    authenticators: [
      byToken('proxy', claims.verify, identityIn),
      byToken('token', claims.verify, identityIn),
    ],
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
function assertIssuedTo({ aud, azp }: Record<string, unknown>, clients: readonly string[]): void {
  if (Array.isArray(aud) && aud.length > 1 && !clients.includes(String(azp)))
    throw new JwtInvalidAudienceError('several audiences', azp, [...clients])
}
