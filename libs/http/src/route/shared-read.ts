import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts'

/**
 * A shared read: one request that the gateway sends on behalf of several anonymous callers. It carries
 * these headers (RFC 9111 §5.2.1.7), and a service does no costly work for it: that belongs to one caller's
 * queue. On a 503 the gateway forwards the request of each caller.
 */
export const SHARED_READ_HEADERS = { 'cache-control': 'only-if-cached' } as const

/** `Cache-Control` of a response that every caller receives and that is revalidated for each read. */
export const SHAREABLE = 'public, no-cache'

/**
 * Rejects costly work that a shared read would cause.
 * @throws DomainError `unavailable`
 */
export function assertNotSharedRead({ 'cache-control': demands }: IncomingHttpHeaders): void {
  if (demands === undefined || !/\bonly-if-cached\b/i.test(demands)) return
  throw new DomainError('unavailable', 'Not cached', { reason: 'not cached' })
}

/** Whether a `Cache-Control` is `SHAREABLE`, in any order and case, without another directive. */
export function isShareable(cacheControl: string | undefined): boolean {
  const directives = new Set(cacheControl?.toLowerCase().split(/\s*,\s*/))
  return directives.size === 2 && directives.has('public') && directives.has('no-cache')
}
