import type { ErrorCode } from '@landscape/contracts'
import type { Route, TextParameter } from './route.ts'

/** Headers of the request that a route reads and is described with, by name. */
export function requestHeadersOf({
  conditional,
  compressed,
  headers,
}: Route): Record<string, TextParameter> {
  return {
    ...(conditional === 'read' && {
      'if-none-match': {
        description: 'tags of the versions that the client has; 304 when one of them is current',
        example: 'W/"9b1de3c0a4f2"',
      },
    }),
    ...(compressed && {
      'accept-encoding': { description: 'br and gzip are offered', example: 'br, gzip' },
      'cache-control': {
        description: 'no-transform asks for the bytes as they are',
        example: 'no-transform',
      },
    }),
    ...(conditional === 'edit' && {
      'if-match': {
        description: 'tag of the version that was read; 412 when it is no longer current',
        example: '"9b1de3c0a4f2"',
      },
    }),
    ...headers,
  }
}

/** Names of the headers that a route reads: also those that its cookies and its media types say already. */
export function headersReadBy(route: Route): string[] {
  return [
    ...Object.keys(requestHeadersOf(route)),
    ...(route.otherTypes ? ['accept'] : []),
    ...(route.cookies ? ['cookie'] : []),
  ]
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
  if (conditional === 'edit') found.push('insufficient-storage')
  return [...new Set([...found, ...codes])]
}
