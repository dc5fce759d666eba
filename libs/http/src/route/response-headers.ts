import { codesOf } from './declared.ts'
import type { Route } from './route.ts'
import { ownMember } from '@landscape/contracts/json'

/** A response header in OpenAPI. Its value is a string, even when it is numeric. */
export type ResponseHeader = {
  description: string
  /** Whether every response of this status has the header. */
  required?: true
  schema: { type: 'string'; pattern?: string }
}

/** Patterns of header values, by header. */
const PATTERNS: Readonly<Record<string, string>> = {
  age: String.raw`^\d+$`,
  allow: '^[A-Z]+(, [A-Z]+)*$',
  'cache-control': String.raw`^(no-store|no-cache|private, no-cache|public, (no-cache|max-age=\d+))$`,
  'content-encoding': '^(br|gzip)$',
  etag: '^(W/)?"[^"]+"$',
  link: '^<[^>]+>; rel="[a-z-]+"$',
  'retry-after': String.raw`^\d+$`,
  'www-authenticate': '^Bearer$',
}

/** Describes headers in OpenAPI, from their descriptions by name. */
export function describeHeaders(
  descriptions: Readonly<Record<string, string>>,
  patterns = PATTERNS,
): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => {
      const pattern = ownMember(patterns, name)
      const schema = { type: 'string' as const, ...(pattern !== undefined && { pattern }) }
      return [name, { description, schema }]
    }),
  )
}

/** Marks headers as present in every response. */
export function required(headers: Record<string, ResponseHeader>): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
  )
}

/** Marks headers as present in some responses only. */
export function optional(headers: Record<string, ResponseHeader>): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema }]) => [
      name,
      { description, schema },
    ]),
  )
}

const CACHE_CONTROL =
  'caching policy (RFC 9111): which caches may store the response and whether they must revalidate it'
const STALE_COPY = {
  age: 'seconds since the cached copy was last revalidated; only while its source is unavailable',
  warning: '`110`: the response is a stale cached copy (RFC 9111 §5.5)',
}
const COMPRESSION = { 'content-encoding': 'compression of the body' }
/** Headers that many responses have at times. */
export const SOMETIMES = describeHeaders({ ...STALE_COPY, ...COMPRESSION })

const FILE = { 'content-disposition': 'name of the file; only with `for=spreadsheet`' }

/** Headers of a success and of a 304, by name. */
export function replyHeadersOf(route: Route): Record<string, ResponseHeader> {
  const { conditional, compressed, otherTypes, replyHeaders = {} } = route
  const isStored = route.method === 'get' && codesOf(route).includes('unavailable')
  const tag = { etag: 'entity tag of the stored version; absent when the body is not one version' }
  const caching = describeHeaders({ 'cache-control': CACHE_CONTROL })
  return {
    ...(conditional === 'read'
      ? required({ ...caching, ...describeHeaders({ etag: 'entity tag of the version' }) })
      : { ...caching, ...(conditional === 'edit' && describeHeaders(tag)) }),
    ...(isStored && describeHeaders(STALE_COPY)),
    ...(compressed && describeHeaders(COMPRESSION)),
    ...(otherTypes?.includes('text/csv') && describeHeaders(FILE)),
    ...describeHeaders(replyHeaders),
  }
}

/** Headers of an error response, by status. */
const PROBLEM_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  401: {
    'www-authenticate': 'authentication scheme that the operation accepts (RFC 9110 §11.6.1)',
  },
  405: { allow: 'methods that the path supports' },
  415: {
    'accept-encoding':
      'content codings that the operation accepts; only when the coding of the body was rejected',
  },
  429: { 'retry-after': 'seconds to wait' },
  500: { 'retry-after': 'seconds to wait, when known' },
  502: { 'retry-after': 'seconds to wait, when known' },
  503: { 'retry-after': 'seconds to wait, when known' },
}
const ALWAYS_SENT: ReadonlySet<number> = new Set([401, 405, 429])
const COMMON_HEADERS = required(describeHeaders({ 'cache-control': CACHE_CONTROL }))

/**
 * Headers of an error response, by name.
 *
 * @param status `default`: any status without a description
 * @param route set when it declares another body for the status
 */
export function problemHeadersOf(
  status: number | 'default',
  route?: Route,
): Record<string, ResponseHeader> {
  if (status === 'default')
    return { ...COMMON_HEADERS, ...describeHeaders(PROBLEM_HEADERS[503] ?? {}) }
  const problemHeaders = describeHeaders(PROBLEM_HEADERS[status] ?? {})
  return {
    ...(route && optional(replyHeadersOf(route))),
    ...COMMON_HEADERS,
    ...(ALWAYS_SENT.has(status) ? required(problemHeaders) : problemHeaders),
  }
}
