import { createHash } from 'node:crypto'

/** Returns the source expression of an allowed style in a content security policy: its hash. */
export function sourceOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
