import { createHash } from 'node:crypto'

/** How a content security policy names a style that may be used: by its hash. */
export function sourceOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
