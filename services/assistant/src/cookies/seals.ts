import { z } from 'zod'
import { createSeal, type Seal } from './seal.ts'

/** How long a sign-in may take, and how long its session lasts. */
export const SIGN_IN_SECONDS = 600
export const SESSION_SECONDS = 3 * 60 * 60

/** A sign-in that a browser has begun; it travels in a cookie, so any replica can finish it. */
const PendingSignIn = z.object({
  state: z.string(),
  /** Absent when the client keeps the verifier itself, or the host does without. */
  codeVerifier: z.string().optional(),
  redirectPath: z.string(),
})
export type PendingSignIn = z.infer<typeof PendingSignIn>

/** What the service's cookies hold. */
export interface Seals {
  signIn: Seal<PendingSignIn>
  /** The token that the host gave to us for a user. */
  userToken: Seal<string>
}

/**
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
