import type { ErrorCode } from '@landscape/errors'
import type { Route } from './route.ts'

/** Headers of the request that a route reads, by name and use; a cookie is read from `cookie`. */
export function requestHeadersOf({
  conditional,
  compressed,
  otherTypes,
  headers,
  cookies,
}: Route): Record<string, string> {
  return {
    ...(conditional === 'read' && {
      'if-none-match': 'tags of the versions that the client has; 304 when one of them is current',
    }),
    ...(compressed && {
      'accept-encoding': 'br and gzip are offered',
      'cache-control': 'no-transform asks for the bytes as they are',
    }),
    ...(otherTypes && { accept: Object.keys(otherTypes).join(', ') }),
    ...(conditional === 'edit' && {
      'if-match': 'tag of the version that was read; 412 when it is no longer current',
    }),
    ...(cookies && { cookie: Object.keys(cookies).join(', ') }),
    ...headers,
  }
}

/** The media type of bodies that a route takes. */
export function bodyTypeOf({ bodyType }: Pick<Route, 'bodyType'>): string {
  return bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
}

/** Why a route may refuse: what follows from its parts, and its own codes. Each once, in order. */
export function codesOf({
  access,
  params,
  query,
  body,
  conditional,
  codes = [],
}: Route): ErrorCode[] {
  const found: ErrorCode[] = []
  if (params || query || body) found.push('invalid-input')
  if (access !== 'public') found.push('unauthenticated')
  if (typeof access === 'object') found.push('forbidden')
  if (conditional === 'edit') found.push('precondition-failed')
  if (body) found.push('payload-too-large', 'unsupported-media-type')
  // What is stored may be damaged, and a program may have a fault.
  found.push('failed')
  // Whatever is stored may be away, and for a body there may be no room.
  if (conditional !== undefined || body) found.push('unavailable')
  return [...new Set([...found, ...codes])]
}
