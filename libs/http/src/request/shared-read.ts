import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { ownMember } from '@landscape/contracts/json'

/** Marks a shared read. The gateway removes the header from requests of clients. */
export const SHARED_READ_HEADER = 'x-landscape-shared-read'

/**
 * A shared read: one request that the gateway sends on behalf of several callers of one audience. It carries
 * these headers, and a service does no costly work for it: that belongs to one caller's queue. On a 503 the
 * gateway forwards the request of each caller.
 */
export const SHARED_READ_HEADERS = { [SHARED_READ_HEADER]: 'true' } as const

/** `Cache-Control` of a response that every anonymous caller receives. It is revalidated for each read. */
export const SHAREABLE = 'public, no-cache'

/** Marks a response that shared caches may not store, but the gateway may share. The gateway removes the header. */
export const AUDIENCE_HEADER = 'x-landscape-audience'

/** Value of `AUDIENCE_HEADER`: every signed-in caller receives this private response. */
export const SIGNED_IN = 'signed-in'

/** Headers of the state of an instant: nobody stores it, but concurrent anonymous callers may receive the same. */
export const SHARED_STATE = { 'cache-control': 'no-store', [AUDIENCE_HEADER]: 'anonymous' } as const

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
export function isSharedRead(headers: IncomingHttpHeaders): boolean {
  return headers[SHARED_READ_HEADER] !== undefined
}

/** Whether anonymous callers may share a response: its `Cache-Control` is `SHAREABLE`, in any order and case. */
export function isShareable({ 'cache-control': cacheControl }: IncomingHttpHeaders): boolean {
  const given = cacheControl?.toLowerCase().split(',')
  const directives = new Set(given?.map((directive) => directive.trim()))
  return directives.size === 2 && directives.has('public') && directives.has('no-cache')
}

/** Whether concurrent anonymous callers may share a response without an ETag: it has the headers of `SHARED_STATE`. */
export function isSharedState(headers: IncomingHttpHeaders): boolean {
  return Object.entries(SHARED_STATE).every(([name, value]) => ownMember(headers, name) === value)
}

/** Whether a response may be shared by all signed-in callers: `PRIVATE`, and marked for them. */
export function isShareableSignedIn(headers: IncomingHttpHeaders): boolean {
  return headers['cache-control'] === PRIVATE && headers[AUDIENCE_HEADER] === SIGNED_IN
}
