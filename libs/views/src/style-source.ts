import { createHash } from 'node:crypto'

/** Returns the source expression of an allowed style or script in a content security policy: its hash. */
export function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
