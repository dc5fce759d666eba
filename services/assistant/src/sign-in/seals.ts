import { hkdfSync, randomUUID } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'

/** Encrypts and authenticates content that a browser stores in a cookie. */
interface Seal<T> {
  seal(content: T): Promise<string>
  /**
   * Decrypts content; undefined when it is invalid or has expired.
   * @returns with an id that is unique to the content, whatever its encoding
   */
  open(sealed: string): Promise<{ content: T; id: string; expires: number } | undefined>
}

export interface SealOptions<T> {
  schema: z.ZodType<T>
  /** Binds the key: content sealed for another purpose cannot be opened. */
  purpose: string
  /** Lifetime in seconds. */
  seconds: number
  /** Shared by all replicas; the first seals, any opens. */
  secrets: readonly string[]
  /** Milliseconds since the epoch. */
  now: () => number
}

const MAX_LENGTH = 4_096
const ENCRYPTION = 'A256GCM'
const Claims = z.object({ jti: z.string(), exp: z.number(), content: z.unknown() })

/** Seals content as an encrypted token (RFC 7516, direct encryption). */
export function createSeal<T>({ schema, purpose, seconds, secrets, now }: SealOptions<T>): Seal<T> {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', `landscape ${purpose}`, 32)),
  )
  const [current] = keys
  if (!current) throw new Error('A seal needs a secret')

  async function decrypt(sealed: string, key: Uint8Array) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: [ENCRYPTION],
        requiredClaims: ['exp', 'jti'],
        currentDate: new Date(now()),
      })
      const { jti: id, exp: expires, content } = Claims.parse(payload)
      return { content: schema.parse(content), id, expires }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined
      throw error
    }
  }

  return {
    seal(content) {
      return new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: ENCRYPTION })
        .setJti(randomUUID())
        .setExpirationTime(Math.floor(now() / 1000) + seconds)
        .encrypt(current)
    },
    async open(sealed) {
      if (sealed.length > MAX_LENGTH) return undefined
      for (const key of keys) {
        const opened = await decrypt(sealed, key)
        if (opened) return opened
      }
      return undefined
    },
  }
}

/** Lifetimes of a pending sign-in and of a session. */
export const SIGN_IN_SECONDS = 600
export const SESSION_SECONDS = 3 * 60 * 60

/** A pending sign-in, as sealed in a cookie. */
const PendingSignIn = z.object({
  state: z.string(),
  /** Absent when the client keeps the verifier itself, or PKCE is off. */
  codeVerifier: z.string().optional(),
  redirectPath: z.string(),
})
type PendingSignIn = z.infer<typeof PendingSignIn>

/** The seals of the service's cookies. */
export interface Seals {
  signIn: Seal<PendingSignIn>
  /** Seals a user's token that the host issued to this service. */
  userToken: Seal<string>
}

/**
 * Creates the seals of the service's cookies, each with its own key.
 *
 * @param secrets shared by all replicas; the first seals, any opens
 * @param now milliseconds since the epoch
 */
export function createSeals(secrets: readonly string[], now: () => number): Seals {
  return {
    signIn: createSeal({
      schema: PendingSignIn,
      purpose: 'scm sign-in',
      seconds: SIGN_IN_SECONDS,
      secrets,
      now,
    }),
    userToken: createSeal({
      schema: z.string(),
      purpose: 'scm user token',
      seconds: SESSION_SECONDS,
      secrets,
      now,
    }),
  }
}
