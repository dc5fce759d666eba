import { hash } from 'node:crypto'

/** SHA-256 hash, base64url. */
export function digest(text: string | Buffer): string {
  return hash('sha256', text, 'base64url')
}
