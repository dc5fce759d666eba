import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'

/**
 * A shared read: one request that the gateway sends on behalf of several callers of one audience. It carries
 * these headers (RFC 9111 §5.2.1.7), and a service does no costly work for it: that belongs to one caller's
 * queue. On a 503 the gateway forwards the request of each caller.
 */
export const SHARED_READ_HEADERS = { 'cache-control': 'only-if-cached' } as const

/** `Cache-Control` of a response that every anonymous caller receives. It is revalidated for each read. */
export const SHAREABLE = 'public, no-cache'

/**
 * Marks a private response that every signed-in caller receives. The gateway may share it among them, and
 * removes the header.
 */
export const AUDIENCE_HEADER = 'x-landscape-audience'

/** The only value of `AUDIENCE_HEADER`. */
export const SIGNED_IN = 'signed-in'

/** `Cache-Control` of a response that no shared cache may store, and that is revalidated for each read. */
export const PRIVATE = 'private, no-cache'

/** Reason of the rejection of a shared read: the gateway then forwards each request, so that nothing failed. */
export const NOT_CACHED = 'not cached'

/**
 * Rejects costly work that a shared read would cause.
 * @throws DomainError `unavailable`
 */
export function assertNotSharedRead(headers: IncomingHttpHeaders): void {
  if (isSharedRead(headers)) throw notCached()
}

/** The rejection of a shared read. */
export function notCached(): DomainError {
  return new DomainError('unavailable', 'Not cached', { reason: NOT_CACHED })
}

/** Whether a request is a shared read: many callers receive its response. */
export function isSharedRead({ 'cache-control': demands }: IncomingHttpHeaders): boolean {
  return demands !== undefined && /\bonly-if-cached\b/i.test(demands)
}

/** Whether anonymous callers may share a response: its `Cache-Control` is `SHAREABLE`, in any order and case. */
export function isShareable({ 'cache-control': cacheControl }: IncomingHttpHeaders): boolean {
  const given = cacheControl?.toLowerCase().split(',')
  const directives = new Set(given?.map((directive) => directive.trim()))
  return directives.size === 2 && directives.has('public') && directives.has('no-cache')
}

/** Whether a response may be shared by all signed-in callers: `PRIVATE`, and marked for them. */
export function isShareableSignedIn(headers: IncomingHttpHeaders): boolean {
  return headers['cache-control'] === PRIVATE && headers[AUDIENCE_HEADER] === SIGNED_IN
}
