import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DomainError, type Identity } from '@landscape/contracts'
import { problemHeadersOf, replyHeadersOf } from '../description/response-headers.ts'
import { codesOf } from './declared.ts'
import type { Reply } from '../responses/reply.ts'
import type { Route } from './route.ts'

/**
 * Holds an answer against what its route declares: the status, the body, and no member beyond those
 * that are described. For tests; it parses and decompresses every answer.
 *
 * @param identity of who is answered: what differs with that is not for everybody
 * @throws Error naming the route and the first place that differs
 */
export function assertDeclared(route: Route, answer: Reply, identity?: Identity): void {
  const name = nameOf(route)
  assertHeaders(route, answer, identity)
  if (answer.status === 304 && route.conditional === 'read') {
    if (answer.body !== undefined) throw new Error(`${name} answers 304 with a body`)
    return
  }
  const isSuccess = answer.status === (route.status ?? 200)
  const schema = isSuccess ? route.reply : route.others?.[answer.status]
  if (!schema) throw new Error(`${name} answers ${answer.status}, which it does not declare`)
  if (isSuccess && route.otherTypes?.[typeOf(answer)] !== undefined) return
  const value = isSuccess && route.mediaType ? textOf(answer) : valueOf(answer)
  const type = typeOf(answer)
  if (isSuccess && route.mediaType && type !== route.mediaType) {
    throw new Error(`${name} answers ${type}, and declares ${route.mediaType}`)
  }
  const checked = schema.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const place = issue?.path.join('.') || 'its root'
    throw new Error(`${name} answers what it does not describe at ${place}: ${issue?.message}`)
  }
  if (!isDeepStrictEqual(checked.data, value)) {
    throw new Error(`${name} answers members that it does not describe`)
  }
}

/**
 * Holds a refusal against the codes of its route. A fault of the program is always possible. Places say what
 * belongs there, not once more what the refusal says.
 * @throws Error naming the route and the code or the text, caused by the refusal
 */
export function assertDeclaredError(route: Route, error: unknown): void {
  if (!(error instanceof DomainError)) return
  const name = nameOf(route)
  if (!codesOf(route).includes(error.code)) {
    throw new Error(`${name} refuses as ${error.code}, which it does not declare`, { cause: error })
  }
  if (error.faults.some(({ detail }) => detail === error.message)) {
    throw new Error(`${name} says of a place only "${error.message}" again`, { cause: error })
  }
}

/** What describes the body, and what callers it depends on: said in other ways. */
const ALWAYS = new Set(['content-type', 'vary'])

function assertHeaders(
  route: Route,
  { status, headers }: Reply,
  identity: Identity | undefined,
): void {
  const isProblem = route.others?.[status] !== undefined
  const declared = isProblem ? problemHeadersOf(status, route) : replyHeadersOf(route)
  const varies = String(headers['vary'] ?? '').includes('Accept-Encoding')
  if (varies && !route.compressed) {
    throw new Error(`${nameOf(route)} is compressed, which it does not declare`)
  }
  const isOpen = route.access === 'public' || (route.access === 'optional' && !identity)
  if (/\bpublic\b/.test(String(headers['cache-control'])) && !isOpen) {
    throw new Error(`${nameOf(route)} answers for everybody, and is not open to everybody`)
  }
  for (const name of Object.keys(headers)) {
    if (ALWAYS.has(name) || declared[name] !== undefined) continue
    throw new Error(`${nameOf(route)} answers the header ${name}, which it does not declare`)
  }
}

function nameOf({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`
}

/** Its media type without parameters; '' when `send` is to say that it is JSON. */
function typeOf({ headers }: Reply): string {
  return String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
}

function valueOf(answer: Reply): unknown {
  const { body } = answer
  if (body === undefined) return undefined
  return parsed(Buffer.isBuffer(body) ? String(textOf(answer)) : JSON.stringify(body))
}

/** A body of bytes as its readers see it; a text that `send` would make JSON of is none. */
function textOf({ body, headers }: Reply): unknown {
  if (!Buffer.isBuffer(body)) return body === undefined ? undefined : { body }
  const encoding = headers['content-encoding']
  const bytes =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return bytes.toString()
}

/** A schema of a record cannot speak of `__proto__`, which is a key like any other in JSON. */
function parsed(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
}
