import { createSecretKey, type KeyObject } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Identity } from './identity.ts'

/** The only header a service believes; the gateway sets it and strips every client's copy. */
export const IDENTITY_HEADER = 'x-landscape-identity'

/**
 * Names the service that a request is meant for. While containers are replaced an address may be
 * another service's by the time a request arrives there.
 */
export const SERVICE_HEADER = 'x-landscape-service'

const ISSUER = 'landscape-gateway'
const LIFETIME_S = 60
const CACHED_TOKENS = 5_000

export interface IdentitySigner {
  /** A signed token for one service (`audience`), valid for 60 seconds. */
  sign(identity: Identity, audience: string): Promise<string>
}

export interface IdentityVerifier {
  /** Name of the service that tokens must be made out to. */
  audience: string
  /**
   * The identity in a token for this service.
   * @throws DomainError `unauthenticated` when the token is forged or expired, `misdirected` when
   * the gateway made it out to another service
   */
  verify(token: string): Promise<Identity>
}

interface Clock {
  /** Milliseconds since the epoch. */
  now?: () => number
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'utf8'))
}

/** Signs identities. A token is reused for the first half of its life. */
export function createIdentitySigner(
  secret: string,
  { now = Date.now }: Clock = {},
): IdentitySigner {
  const key = keyOf(secret)
  const recent = new Map<string, { token: string; until: number }>()
  return {
    async sign(identity, audience) {
      const handle = JSON.stringify([
        audience,
        identity.subject,
        identity.email,
        ...identity.groups,
      ])
      const cached = recent.get(handle)
      if (cached && cached.until > now()) return cached.token
      const issued = Math.floor(now() / 1000)
      const token = await new SignJWT({ email: identity.email, groups: identity.groups })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(identity.subject)
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_S)
        .sign(key)
      keep(recent, handle, { token, until: (issued + LIFETIME_S / 2) * 1000 })
      return token
    },
  }
}

/**
 * Verifies tokens of the gateway.
 *
 * @param secrets the current secret and, while it is being rotated, the previous one
 * @param audience name of the service
 */
export function createIdentityVerifier(
  secrets: readonly string[],
  audience: string,
  { now = Date.now }: Clock = {},
): IdentityVerifier {
  const keys = secrets.map(keyOf)
  const known = new Map<string, { identity: Identity; until: number }>()
  return {
    audience,
    async verify(token) {
      const cached = known.get(token)
      if (cached && cached.until > now()) return cached.identity
      for (const key of keys) {
        const claims = await claimsOf(token, key)
        if (!claims) continue
        keep(known, token, claims)
        return claims.identity
      }
      throw new DomainError('unauthenticated', 'Not authorized')
    },
  }

  async function claimsOf(token: string, key: KeyObject) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(now()),
      })
      const { sub, email, groups, exp } = payload
      if (typeof sub !== 'string' || typeof email !== 'string' || !Array.isArray(groups)) return
      const identity: Identity = { subject: sub, email, groups: groups.map(String) }
      return { identity, until: Number(exp) * 1000 }
    } catch (error) {
      // Claims are looked at only once the signature is right.
      if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
        throw misdirected()
      }
      if (error instanceof errors.JOSEError) return
      throw error
    }
  }
}

/** What a service answers to a request that is meant for another (RFC 9110 §15.5.20). */
export function misdirected(): DomainError {
  return new DomainError('misdirected', 'This request is meant for another service')
}

/** Adds to a bounded map; the oldest entries leave first. */
function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= CACHED_TOKENS) break
    map.delete(oldest)
  }
}
