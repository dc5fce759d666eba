import { createSecretKey, type KeyObject } from 'node:crypto'
import { KEY_SCOPES, type KeyScope } from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'

/** Signed identity of the caller; the gateway sets it and strips the client's. */
export const IDENTITY_HEADER = 'x-landscape-identity'

/**
 * Service that a request is addressed to. An address may belong to another service once containers
 * were replaced.
 */
export const SERVICE_HEADER = 'x-landscape-service'

const MISDIRECTED = 'This request is meant for another service'
const ISSUER = 'landscape-gateway'
const LIFETIME_S = 60
/** Maximum difference between the clocks of the gateway and a service. */
const CLOCK_DIFFERENCE_S = 60
const CACHED_TOKENS = 5_000

/** Signs identities in the gateway. */
export interface IdentitySigner {
  /** A signed token for one service (`audience`), valid for 60 seconds. */
  sign(identity: Identity, audience: string): Promise<string>
}

/** Verifies signed identities in a service. */
export interface IdentityVerifier {
  /** Name of the service that tokens must be issued to. */
  audience: string
  /**
   * The identity in a token for this service.
   * @throws IdentityRejected (`unauthenticated`) when the token is forged or expired, `misdirected`
   * when the gateway issued it to another service
   */
  verify(token: string): Promise<Identity>
}

/** Faults of a token. All but `form` and `signature` imply a valid signature. */
const REJECTIONS = ['form', 'signature', 'expired', 'not yet valid', 'audience', 'claims'] as const
export type Rejection = (typeof REJECTIONS)[number]

/** A rejected token: 401 or 421, and the reason for the operator. */
export class IdentityRejected extends DomainError {
  declare readonly reason: Rejection

  constructor(reason: Rejection) {
    if (reason === 'audience') super('misdirected', MISDIRECTED, { reason })
    else super('unauthenticated', 'Not authorized', { reason })
  }
}

interface Clocks {
  /** Milliseconds since the epoch; for the times in tokens. */
  now?: () => number
  /** Milliseconds of a monotonic clock; for cache expiry. */
  monotonic?: () => number
}

const elapsed = () => performance.now()

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'utf8'))
}

/** Signs identities; reuses each token for half its lifetime. Concurrent callers share it. */
export function createIdentitySigner(
  secret: string,
  { now = Date.now, monotonic = elapsed }: Clocks = {},
): IdentitySigner {
  const key = keyOf(secret)
  const recent = new LRUCache<string, { token: Promise<string>; until: number }>({
    max: CACHED_TOKENS,
  })
  return {
    async sign({ subject, email, groups, keyScope }, audience) {
      // Every member of the identity: one that is missing here would keep its old value in tokens.
      const handle = JSON.stringify([audience, subject, email, keyScope ?? null, ...groups])
      const cached = recent.get(handle)
      if (cached && cached.until > monotonic()) return cached.token
      const until = monotonic() + (LIFETIME_S / 2) * 1_000
      const issued = Math.floor(now() / 1_000)
      const token = new SignJWT({ email, groups, ...(keyScope && { key_scope: keyScope }) })
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
 * Verifies tokens of the gateway. The clocks may differ by a minute; no token is accepted for more than
 * three minutes, even when the clock is set back.
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
      const { sub, email, groups, key_scope: keyScope, iat = 0, exp = 0 } = payload
      if (typeof sub !== 'string' || typeof email !== 'string' || !Array.isArray(groups)) {
        throw new IdentityRejected('claims')
      }
      const identity: Identity = {
        subject: sub,
        email,
        groups: groups.map(String),
        ...(keyScope !== undefined && { keyScope: scopeOf(keyScope) }),
      }
      const end = (Math.min(exp, iat + LIFETIME_S) + CLOCK_DIFFERENCE_S) * 1_000
      known.set(token, { identity, until: monotonic() + end - now() })
      return identity
    },
  }

  async function payloadOf(token: string): Promise<JWTPayload> {
    let reason: Rejection = 'signature'
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
        // Another key may have signed it.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) reason = rejectionOf(error)
      }
    }
    throw new IdentityRejected(reason)
  }
}

/** A scope that this version does not know is rejected: the caller would have the access of a person. */
function scopeOf(claim: unknown): KeyScope {
  const scope = KEY_SCOPES.find((one) => one === claim)
  if (scope === undefined) throw new IdentityRejected('claims')
  return scope
}

/** The error for a request addressed to another service (RFC 9110 §15.5.20). */
export function misdirected(): DomainError {
  return new DomainError('misdirected', MISDIRECTED)
}

function rejectionOf(error: InstanceType<typeof errors.JOSEError>): Rejection {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'form'
  if (error.claim === 'aud') return 'audience'
  return error.claim === 'iat' && error.reason === 'check_failed' ? 'not yet valid' : 'claims'
}
