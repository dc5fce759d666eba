import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** A sign-in that a browser has begun; it travels in a cookie, so any replica can finish it. */
const PendingSignIn = z.object({
  state: z.string(),
  /** Absent when the client keeps the verifier itself, or the host does without. */
  codeVerifier: z.string().optional(),
  redirectPath: z.string(),
  /** Seconds since the epoch. */
  expires: z.number(),
})
export type PendingSignIn = z.infer<typeof PendingSignIn>

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAX_SEALED_LENGTH = 4096

/** Seals and opens pending sign-ins, so that a browser can neither read nor alter its own. */
export interface Sealer {
  seal(pending: PendingSignIn): string
  /**
   * Undefined when it is not ours, was altered or has expired.
   * @returns with an id that no other sign-in has, whatever its state and however it is written
   */
  open(sealed: string): (PendingSignIn & { id: string }) | undefined
}

/**
 * @param secrets shared by all replicas; the first seals, any opens
 * @param now milliseconds since the epoch
 */
export function createSealer(secrets: readonly string[], now: () => number): Sealer {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'landscape scm sign-in', 32)),
  )
  const [current] = keys
  if (!current) throw new Error('A sealer needs a secret')
  return {
    seal(pending) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, current, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(pending)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      if (sealed.length > MAX_SEALED_LENGTH) return undefined
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        const pending = decrypt(key, bytes)
        if (!pending) continue
        if (pending.expires <= now() / 1000) return undefined
        return { ...pending, id: bytes.toString('base64url', 0, NONCE_BYTES) }
      }
      return undefined
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer): PendingSignIn | undefined {
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ])
    return PendingSignIn.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return undefined
  }
}
