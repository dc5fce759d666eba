import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import { problemHeadersOf, replyHeadersOf } from './response-headers.ts'
import { codesOf } from './declared.ts'
import type { Reply } from '../responses/reply.ts'
import type { Route } from './route.ts'
import { AUDIENCE_HEADER, SIGNED_IN } from '../request/shared-read.ts'

/**
 * Validates a response against its route: status, headers, body, and no undeclared members. For tests: it
 * parses and decompresses every response.
 *
 * @param identity of the caller; a response that depends on it must not be public
 * @throws Error naming the route and the first difference
 */
export function assertDeclared(route: Route, response: Reply, identity?: Identity): void {
  const name = nameOf(route)
  assertHeaders(route, response, identity)
  if (response.status === 304 && route.conditional === 'read') {
    if (response.body !== undefined) throw new Error(`${name} returns 304 with a body`)
    return
  }
  const isSuccess = response.status === (route.status ?? 200)
  const schema = isSuccess ? route.reply : route.others?.[response.status]
  if (!schema) throw new Error(`${name} returns ${response.status}, which it does not declare`)
  if (isSuccess && route.otherTypes?.includes(typeOf(response))) return
  const value = isSuccess && route.mediaType ? textOf(response) : valueOf(response)
  const type = typeOf(response)
  if (isSuccess && route.mediaType && type !== route.mediaType) {
    throw new Error(`${name} returns ${type}, but declares ${route.mediaType}`)
  }
  const checked = schema.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const path = issue?.path.join('.') || 'the root'
    throw new Error(`${name} returns an undeclared value at ${path}: ${issue?.message}`)
  }
  if (!isDeepStrictEqual(checked.data, value)) {
    throw new Error(`${name} returns members that it does not declare`)
  }
}

/**
 * Validates an error against its route: its code is declared, and no detail repeats its message.
 * @throws Error naming the route and the code or the message, caused by the error
 */
export function assertDeclaredError(route: Route, error: unknown): void {
  if (!(error instanceof DomainError)) return
  const name = nameOf(route)
  if (!codesOf(route).includes(error.code)) {
    throw new Error(`${name} throws ${error.code}, which it does not declare`, { cause: error })
  }
  if (error.faults.some(({ detail }) => detail === error.message)) {
    throw new Error(`${name} repeats "${error.message}" as a detail`, { cause: error })
  }
}

/** Headers that routes declare by other means. */
const IMPLIED = new Set(['content-type', 'vary', AUDIENCE_HEADER])

function assertHeaders(
  route: Route,
  { status, headers }: Reply,
  identity: Identity | undefined,
): void {
  const isProblem = route.others?.[status] !== undefined
  const declared = isProblem ? problemHeadersOf(status, route) : replyHeadersOf(route)
  const varies = String(headers['vary'] ?? '').includes('Accept-Encoding')
  if (varies && !route.compressed) {
    throw new Error(`${nameOf(route)} compresses its response, which it does not declare`)
  }
  const isOpen = route.access === 'public' || (route.access === 'optional' && !identity)
  if (/\bpublic\b/.test(String(headers['cache-control'])) && !isOpen) {
    throw new Error(`${nameOf(route)} marks a response as public, but requires an identity`)
  }
  const isForSignedIn = route.access === 'optional' || route.access === 'authenticated'
  const audience = headers[AUDIENCE_HEADER]
  const isOfAudience = audience === SIGNED_IN ? identity && isForSignedIn : isOpen
  if (audience !== undefined && !isOfAudience)
    throw new Error(`${nameOf(route)} returns a response marked for another audience`)
  for (const name of Object.keys(headers)) {
    if (IMPLIED.has(name) || Object.hasOwn(declared, name)) continue
    throw new Error(`${nameOf(route)} returns the header ${name}, which it does not declare`)
  }
}

function nameOf({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`
}

/** The media type without parameters; '' for JSON, whose type `send` sets. */
function typeOf({ headers }: Reply): string {
  return String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
}

function valueOf(response: Reply): unknown {
  const { body } = response
  if (body === undefined) return undefined
  return parsed(Buffer.isBuffer(body) ? String(textOf(response)) : JSON.stringify(body))
}

/** A body of bytes, decompressed. Any other value is wrapped, so that no string schema accepts it. */
function textOf({ body, headers }: Reply): unknown {
  if (!Buffer.isBuffer(body)) return body === undefined ? undefined : { body }
  const encoding = headers['content-encoding']
  const bytes =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return bytes.toString()
}

/** Omits `__proto__`, an ordinary key in JSON that no record schema can declare. */
function parsed(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
}
