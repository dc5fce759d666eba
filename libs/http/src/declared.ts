import type { ErrorCode } from '@landscape/errors'
import { describeDeprecation } from './deprecation.ts'
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

/** Headers of a success by name and what they say, beside those that every representation has. */
export function replyHeadersOf({
  conditional,
  deprecated,
  replyHeaders,
}: Route): Record<string, string> {
  return {
    ...(deprecated && describeDeprecation(deprecated)),
    ...(conditional !== undefined && { etag: 'tag of the version, where the body is that of one' }),
    ...replyHeaders,
  }
}

/** What an error answer of a status says beside its body. */
const PROBLEM_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'how to say who calls' },
  405: { allow: 'the methods that the path takes' },
  415: { 'accept-encoding': 'which codings of a body are taken, when it is for its coding' },
  429: { 'retry-after': 'seconds to wait' },
  500: { 'retry-after': 'seconds to wait, when that is known' },
  503: { 'retry-after': 'seconds to wait, when that is known' },
}

/** Headers of an error answer of a status, by name and what they say. */
export function problemHeadersOf(status: number): Record<string, string> {
  return PROBLEM_HEADERS[status] ?? {}
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
