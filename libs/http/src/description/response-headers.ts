import { codesOf } from '../route/declared.ts'
import { describeDeprecation } from '../route/deprecation.ts'
import type { Route } from '../route/route.ts'

/** A header of an answer, as OpenAPI describes it: its value is a text, also where that is a number. */
export type ResponseHeader = {
  description: string
  /** Whether every such answer has it. */
  required?: true
  schema: { type: 'string'; pattern?: string }
}

/** What the values of some headers look like. */
const PATTERNS: Readonly<Record<string, string>> = {
  age: String.raw`^\d+$`,
  allow: '^[A-Z]+(, [A-Z]+)*$',
  'cache-control': String.raw`^(no-store|no-cache|private, no-cache|public, (no-cache|max-age=\d+))$`,
  'content-encoding': '^(br|gzip)$',
  deprecation: String.raw`^@\d+$`,
  etag: '^(W/)?"[^"]+"$',
  link: '^<[^>]+>; rel="[a-z-]+"$',
  'retry-after': String.raw`^\d+$`,
  sunset: ' GMT$',
  'www-authenticate': '^Bearer$',
}

/** Headers as a description has them, by name and what each says. */
export function describeHeaders(
  said: Readonly<Record<string, string>>,
  patterns = PATTERNS,
): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(said).map(([name, description]) => {
      const pattern = patterns[name]
      const schema = { type: 'string' as const, ...(pattern !== undefined && { pattern }) }
      return [name, { description, schema }]
    }),
  )
}

/** The same headers where every answer has them. */
export function required(headers: Record<string, ResponseHeader>): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
  )
}

/** The same headers where only some answers have them. */
export function optional(headers: Record<string, ResponseHeader>): Record<string, ResponseHeader> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema }]) => [
      name,
      { description, schema },
    ]),
  )
}

const WHO_MAY_KEEP =
  'caching policy (RFC 9111): who may store the response and whether it must be revalidated'
const COPY = {
  age: 'for how many seconds a copy has not been compared, while its source is away',
  warning: 'that the answer is such a copy',
}

/** Headers of a success, and of the 304 of a conditional read, by name. */
export function replyHeadersOf(route: Route): Record<string, ResponseHeader> {
  const { conditional, compressed, deprecated, replyHeaders = {} } = route
  const isStored = route.method === 'get' && codesOf(route).includes('unavailable')
  const tag = { etag: 'tag of the version, where the body is that of one' }
  const kept = describeHeaders({ 'cache-control': WHO_MAY_KEEP })
  return {
    ...(deprecated && required(describeHeaders(describeDeprecation(deprecated)))),
    ...(conditional === 'read'
      ? required({ ...kept, ...describeHeaders({ etag: 'tag of the version' }) })
      : { ...kept, ...(conditional === 'edit' && describeHeaders(tag)) }),
    ...(isStored && describeHeaders(COPY)),
    ...(compressed && describeHeaders({ 'content-encoding': 'how the body is compressed' })),
    ...describeHeaders(replyHeaders),
  }
}

/** What an error answer of a status says beside its body. */
const OF_PROBLEMS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'how to say who calls' },
  405: { allow: 'the methods that the path takes' },
  415: { 'accept-encoding': 'which codings of a body are taken, when it is for its coding' },
  429: { 'retry-after': 'seconds to wait' },
  500: { 'retry-after': 'seconds to wait, when that is known' },
  502: { 'retry-after': 'seconds to wait, when that is known' },
  503: { 'retry-after': 'seconds to wait, when that is known' },
}
const ALWAYS_SAID: ReadonlySet<number> = new Set([401, 405, 429])
const OF_ANY_PROBLEM = required(describeHeaders({ 'cache-control': WHO_MAY_KEEP }))

/**
 * Headers of an error answer of a status, by name.
 *
 * @param status `default`: one that is not described on its own
 * @param route that answers the status also with a body of its own
 */
export function problemHeadersOf(
  status: number | 'default',
  route?: Route,
): Record<string, ResponseHeader> {
  if (status === 'default') return { ...OF_ANY_PROBLEM, ...describeHeaders(OF_PROBLEMS[503] ?? {}) }
  const own = describeHeaders(OF_PROBLEMS[status] ?? {})
  return {
    ...(route && optional(replyHeadersOf(route))),
    ...OF_ANY_PROBLEM,
    ...(ALWAYS_SAID.has(status) ? required(own) : own),
  }
}
