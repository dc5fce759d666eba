import type { ErrorCode } from '@landscape/contracts/errors/domain-error'
import type { Route, TextParameter } from './route.ts'

/** Request headers that a route reads, by name. */
export function requestHeadersOf({
  conditional,
  compressed,
  headers,
}: Route): Record<string, TextParameter> {
  return {
    ...(conditional === 'read' && {
      'if-none-match': {
        description: 'entity tags of cached versions; 304 when one of them is current',
        example: 'W/"9b1de3c0a4f2"',
      },
    }),
    ...(compressed && {
      'accept-encoding': { description: 'supported: br and gzip', example: 'br, gzip' },
      'cache-control': {
        description: '`no-transform` disables compression',
        example: 'no-transform',
      },
    }),
    ...(conditional === 'edit' && {
      'if-match': {
        description: 'entity tag of the version that was read; 412 when it is no longer current',
        example: '"9b1de3c0a4f2"',
      },
    }),
    ...headers,
  }
}

/** Names of all headers that a route reads, including those of its cookies and media types. */
export function headersReadBy(route: Route): string[] {
  return [
    ...Object.keys(requestHeadersOf(route)),
    ...(route.otherTypes ? ['accept'] : []),
    ...(route.cookies ? ['cookie'] : []),
  ]
}

/** The media type of a route's request body. */
export function bodyTypeOf({ bodyType }: Pick<Route, 'bodyType'>): string {
  return bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
}

/** Error codes of a route, without duplicates: those of its parts, then its own. */
export function codesOf({
  method,
  access,
  params,
  query,
  strictQuery,
  body,
  conditional,
  codes = [],
}: Route): ErrorCode[] {
  const found: ErrorCode[] = []
  if (params || query || strictQuery || body) found.push('invalid-input')
  if (access !== 'public') found.push('unauthenticated')
  // An API key may lack the scope of an edit.
  if (typeof access === 'object' || (access === 'authenticated' && method !== 'get'))
    found.push('forbidden')
  if (conditional === 'edit') found.push('precondition-failed')
  if (body) found.push('payload-too-large', 'unsupported-media-type')
  found.push('failed')
  // The store may be unavailable, or the byte budget for bodies used up.
  if (conditional !== undefined || body) found.push('unavailable')
  if (conditional === 'edit') found.push('insufficient-storage')
  return [...new Set([...found, ...codes])]
}
