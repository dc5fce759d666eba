import { createHash, randomBytes } from 'node:crypto'

/** An unguessable text of 43 characters: a state, or a code verifier (RFC 7636 §4.1). */
export function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
