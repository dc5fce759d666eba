import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { DomainError, memoised, validated } from '@landscape/contracts'
import type { z } from 'zod'
import { bodyTypeOf, headersReadBy } from '../route/declared.ts'
import { parseJson } from './json-body.ts'
import { SHOWN } from '../errors/problem.ts'
import {
  assertUncompressed,
  assertUtf8,
  hasBody,
  isJson,
  readComplete,
  typeOf,
  type ByteBudget,
} from './request-body.ts'
import { queryOf } from './request-target.ts'
import type { Route } from '../route/route.ts'

/** What a route is sent, as its handler gets it. */
interface Sent {
  params: never
  query: never
  body: never
  /** The body before its schema saw it. */
  parsedBody: unknown
  headers: IncomingHttpHeaders
}

/** A request whose route is known. */
export interface RoutedRequest extends IncomingMessage {
  /** Of a path that has parameters. */
  params?: unknown
}

/** Bounds of a body: its maximum size in bytes, and the room for it beside all others. */
interface BodyBounds {
  limit: number
  room: ByteBudget
}

/**
 * What reads the parts of a request that a route declares, and holds them against its schemas.
 * @returns a function that throws DomainError `invalid-input`, `payload-too-large`,
 *   `unsupported-media-type`, or `unavailable` when there is no room for the body
 */
export function createInputReader(
  route: Route,
  bounds: BodyBounds,
): (req: RoutedRequest, res: ServerResponse) => Promise<Sent> {
  const names = headersReadBy(route)
  const readQuery = createQueryReader(route)
  return async (req, res) => {
    const body = route.body && (await readBody(route, bounds, req, res))
    return {
      params: asDeclared(route.params, req.params),
      query: readQuery(req.url ?? ''),
      body: asDeclared(route.body, body),
      parsedBody: body,
      headers: pick(req.headers, names),
    }
  }
}

/** So many of a route, of so many characters at most: what is asked for again and again is short. */
const KEPT_TARGETS = { texts: 50, length: 500 }

/** What reads the queries of targets as a route declares them; of reads, which are the same few again and again, once. */
function createQueryReader({ method, query: schema }: Route): (target: string) => never {
  if (schema === undefined) return () => undefined as never
  const read = (target: string) => asDeclared(schema, parse(queryOf(target)))
  return method === 'get' ? memoised((target) => frozen(read(target)), KEPT_TARGETS) : read
}

/** What everybody shares is to be changed by nobody. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

async function readBody(
  route: Route,
  { limit, room }: BodyBounds,
  req: RoutedRequest,
  res: ServerResponse,
): Promise<unknown> {
  if (!hasBody(req)) {
    // Existing clients say JSON, and send none.
    if (isJson(req) && req.headers['content-length'] === '0') return {}
    if (route.bodyMissing !== undefined) throw bodyMissing(route.bodyMissing, req)
    return undefined
  }
  assertUncompressed(req, res)
  const isForm = route.bodyType === 'form'
  if (isForm ? typeOf(req) !== bodyTypeOf(route) : !isJson(req)) {
    if (route.bodyOptional) return undefined
    if (route.bodyMissing !== undefined) throw bodyMissing(route.bodyMissing, req)
    throw new DomainError('unsupported-media-type', `Content-Type must be ${bodyTypeOf(route)}`)
  }
  assertUtf8(req)
  const bytes = await readComplete(req, limit, room(res))
  if (isForm) return fieldsIn(bytes)
  return bytes.length === 0 ? {} : parseJson(bytes, route.acceptsStored)
}

/** Clients compare the text; the detail says what they sent instead. */
function bodyMissing(text: string, req: RoutedRequest): DomainError {
  const detail = `${sentInstead(req)} Send the data as JSON, with the header "Content-Type: application/json".`
  const faults = [{ path: [], detail: 'is missing' }]
  return new DomainError('body-missing', text, { faults, extensions: { detail } })
}

function sentInstead(req: RoutedRequest): string {
  if (!hasBody(req)) return 'The request has no body.'
  const type = typeOf(req)
  if (type === '') return 'The request has no Content-Type.'
  const shown = type.length > SHOWN.characters ? `${type.slice(0, SHOWN.characters)}…` : type
  return `The Content-Type of the request is ${shown}.`
}

/** The fields of an HTML form; a duplicate field is ambiguous. */
function fieldsIn(bytes: Buffer): Record<string, string> {
  const fields = [...new URLSearchParams(bytes.toString())]
  const seen = new Set<string>()
  for (const [name] of fields) {
    if (seen.has(name)) {
      const faults = [{ path: [name], detail: 'is duplicated' }]
      throw new DomainError('invalid-input', 'Duplicate form field', { faults })
    }
    seen.add(name)
  }
  return Object.fromEntries(fields)
}

/** A part as its schema reads it, so as the handler takes it: `Route` does not say of what type that is. */
function asDeclared(schema: z.ZodType | undefined, value: unknown): never {
  return (schema && validated(schema, value)) as never
}

/** Of most requests, so no array is made for it. */
function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) picked[name] = headers[name]
  return picked
}
