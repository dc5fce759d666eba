import { createSecretKey, type KeyObject } from 'node:crypto'
import { DomainError, type Identity } from '@landscape/contracts'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'

/** The only header a service believes; the gateway sets it and strips every client's copy. */
export const IDENTITY_HEADER = 'x-landscape-identity'

/**
 * Names the service that a request is meant for. While containers are replaced an address may be
 * another service's by the time a request arrives there.
 */
export const SERVICE_HEADER = 'x-landscape-service'

const MISDIRECTED = 'This request is meant for another service'
const ISSUER = 'landscape-gateway'
const LIFETIME_S = 60
/** How far the clocks of the gateway and of a service may be apart, either way. */
const CLOCK_DIFFERENCE_S = 60
const CACHED_TOKENS = 5_000

/** Signs identities; the gateway has one. */
export interface IdentitySigner {
  /** A signed token for one service (`audience`), valid for 60 seconds. */
  sign(identity: Identity, audience: string): Promise<string>
}

/** Verifies the identities that the gateway signed; each service has one. */
export interface IdentityVerifier {
  /** Name of the service that tokens must be made out to. */
  audience: string
  /**
   * The identity in a token for this service.
   * @throws IdentityRefused (`unauthenticated`) when the token is forged or expired, `misdirected`
   * when the gateway made it out to another service
   */
  verify(token: string): Promise<Identity>
}

/** What is wrong with a token. All but `form` and `signature` are said of our own signature only. */
const REFUSALS = ['form', 'signature', 'expired', 'not yet valid', 'audience', 'claims'] as const
export type Refusal = (typeof REFUSALS)[number]

/** A token that is not believed: 401 or 421, and the reason for the operator. */
export class IdentityRefused extends DomainError {
  declare readonly reason: Refusal

  constructor(reason: Refusal) {
    if (reason === 'audience') super('misdirected', MISDIRECTED, { reason })
    else super('unauthenticated', 'Not authorized', { reason })
  }
}

interface Clocks {
  /** Milliseconds since the epoch: what tokens tell. */
  now?: () => number
  /** Milliseconds that no setting of the clock changes: how long something is kept. */
  monotonic?: () => number
}

const elapsed = () => performance.now()

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'utf8'))
}

/** Signs identities. A token is reused for the first half of its life. */
export function createIdentitySigner(
  secret: string,
  { now = Date.now, monotonic = elapsed }: Clocks = {},
): IdentitySigner {
  const key = keyOf(secret)
  const recent = new LRUCache<string, { token: string; until: number }>({ max: CACHED_TOKENS })
  return {
    async sign({ subject, email, groups }, audience) {
      const handle = JSON.stringify([audience, subject, email, ...groups])
      const cached = recent.get(handle)
      if (cached && cached.until > monotonic()) return cached.token
      const until = monotonic() + (LIFETIME_S / 2) * 1_000
      const issued = Math.floor(now() / 1_000)
      const token = await new SignJWT({ email, groups })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_S)
        .sign(key)
      recent.set(handle, { token, until })
      return token
    },
  }
}

/**
 * Verifies tokens of the gateway. Its clock may differ from ours by a minute; a token is believed
 * for three minutes at most, whatever it says and however our clock is set meanwhile.
 *
 * @param secrets the current secret and, while it is being rotated, the previous one
 * @param audience name of the service
 */
export function createIdentityVerifier(
  secrets: readonly string[],
  audience: string,
  { now = Date.now, monotonic = elapsed }: Clocks = {},
): IdentityVerifier {
  const keys = secrets.map(keyOf)
  const known = new LRUCache<string, { identity: Identity; until: number }>({ max: CACHED_TOKENS })
  return {
    audience,
    async verify(token) {
      const cached = known.get(token)
      if (cached && cached.until > monotonic()) return cached.identity
      const payload = await payloadOf(token)
      const { sub, email, groups, iat = 0, exp = 0 } = payload
      if (typeof sub !== 'string' || typeof email !== 'string' || !Array.isArray(groups)) {
        throw new IdentityRefused('claims')
      }
      const identity: Identity = { subject: sub, email, groups: groups.map(String) }
      const end = (Math.min(exp, iat + LIFETIME_S) + CLOCK_DIFFERENCE_S) * 1_000
      known.set(token, { identity, until: monotonic() + end - now() })
      return identity
    },
  }

  async function payloadOf(token: string): Promise<JWTPayload> {
    let reason: Refusal = 'signature'
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience,
          requiredClaims: ['exp', 'sub'],
          maxTokenAge: LIFETIME_S,
          clockTolerance: CLOCK_DIFFERENCE_S,
          currentDate: new Date(now()),
        })
        return payload
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
        // A wrong signature says only that it was another of the keys.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) reason = refusalOf(error)
      }
    }
    throw new IdentityRefused(reason)
  }
}

/** What a service answers to a request that is meant for another (RFC 9110 §15.5.20). */
export function misdirected(): DomainError {
  return new DomainError('misdirected', MISDIRECTED)
}

function refusalOf(error: InstanceType<typeof errors.JOSEError>): Refusal {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'form'
  if (error.claim === 'aud') return 'audience'
  return error.claim === 'iat' && error.reason === 'check_failed' ? 'not yet valid' : 'claims'
}
