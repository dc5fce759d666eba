import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { memoise } from '../responses/memoise.ts'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { validated } from '@landscape/contracts/errors/validated'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { bodyTypeOf, headersReadBy } from './declared.ts'
import { parseJsonBody } from '../request/json-body.ts'
import { MAX_SHOWN } from '../errors/problem.ts'
import {
  assertUncompressed,
  assertUtf8,
  type ByteBudget,
  hasBody,
  isJson,
  readComplete,
  typeOf,
} from '../request/request-body.ts'
import { queryOf } from '../request/request-target.ts'
import type { Route } from './route.ts'
import { didYouMean } from '../request/nearest.ts'

declare global {
  namespace Express {
    interface Locals {
      /** The validated parts of the request. */
      input?: Input
    }
  }
}

/** The validated parts of a request that a handler receives. */
export interface Input {
  params: never
  query: never
  body: never
  /** The body before its schema. */
  parsedBody: unknown
  headers: IncomingHttpHeaders
}

/** Bounds of a body: its maximum size (bytes) and the byte budget of all bodies. */
interface BodyBounds {
  limit: number
  room: ByteBudget
}

/**
 * Middleware: reads and parses the body of a route as `req.body`. Errors are DomainError `invalid-input`,
 * `payload-too-large`, `unsupported-media-type`, `body-missing`, or `unavailable` when the byte budget is used
 * up.
 */
export function parseBody(route: Route, bounds: BodyBounds): RequestHandler {
  return async (req, res, next) => {
    req.body = await readBody(route, bounds, req, res)
    next()
  }
}

/** Middleware: validates the parts of a request that a route declares; an error is DomainError `invalid-input`. */
export function validateInput(route: Route): RequestHandler {
  const names = headersReadBy(route)
  const readQuery = createQueryReader(route)
  return (req, { locals }, next) => {
    const body: unknown = route.body && req.body
    locals.input = {
      params: asDeclared(route.params, req.params),
      query: readQuery(req.url),
      body: asDeclared(route.body, body),
      parsedBody: body,
      headers: pick(req.headers, names),
    }
    next()
  }
}

/** Bounds of each route's cache of parsed queries: number of targets, and length of each (characters). */
const CACHED_TARGETS = { entries: 50, length: 500 }

/** Creates the function that validates queries; those of reads are cached, since few are frequent. */
function createQueryReader(route: Route): (target: string) => never {
  const { method, query: schema, strictQuery } = route
  if (schema === undefined && !strictQuery) return () => undefined as never
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const read = (target: string) => {
    const query = parse(queryOf(target))
    if (strictQuery) assertKnownParameters(query, known)
    return asDeclared(schema, query)
  }
  return method === 'get' ? memoise((target) => frozen(read(target)), CACHED_TARGETS) : read
}

/** Freezes a value that several requests share. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

async function readBody(
  route: Route,
  { limit, room }: BodyBounds,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<unknown> {
  if (!hasBody(req)) {
    // Existing clients send the JSON content type without a body.
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
  return bytes.length === 0 ? {} : parseJsonBody(bytes, route.acceptsStored)
}

/** Existing clients compare the message. */
function bodyMissing(message: string, req: IncomingMessage): DomainError {
  const detail = `${reasonFor(req)} Send the data as JSON, with the header "Content-Type: application/json".`
  const faults = [{ path: [], detail: 'is missing' }]
  return new DomainError('body-missing', message, { faults, extensions: { detail } })
}

function reasonFor(req: IncomingMessage): string {
  if (!hasBody(req)) return 'The request has no body.'
  const type = typeOf(req)
  if (type === '') return 'The request has no Content-Type.'
  const shown =
    type.length > MAX_SHOWN.characters ? `${type.slice(0, MAX_SHOWN.characters)}…` : type
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

/** Validates a part; its type is that of the handler, which `Route` erases. */
function asDeclared(schema: z.ZodType | undefined, value: unknown): never {
  return (schema && validated(schema, value)) as never
}

/** Runs for every request: creates no intermediate array. */
function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) picked[name] = headers[name]
  return picked
}

/** Maximum length of a name in an error message (characters). */
const MAX_NAME = 100

/**
 * Checks that a query has only known parameters, and each at most once.
 *
 * @throws DomainError `invalid-input` that names the nearest known parameter, or all; or one that is repeated
 */
function assertKnownParameters(query: object, known: readonly string[]): void {
  const names = Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_SHOWN.errors)
  const [first] = names
  if (first === undefined) {
    assertSingle(query)
    return
  }
  const all = known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`
  const hintFor = (name: string) => didYouMean(name, known) || all
  throw new DomainError(
    'invalid-input',
    `Unknown parameter: ${first.slice(0, MAX_NAME).toWellFormed()}. ${hintFor(first)}`,
    {
      faults: names.map((name) => ({
        path: [name],
        detail: `is not a parameter. ${hintFor(name)}`,
      })),
    },
  )
}

function assertSingle(query: object): void {
  const repeated = Object.entries(query).find(([, value]) => Array.isArray(value))
  if (!repeated) return
  const [name] = repeated
  throw new DomainError('invalid-input', `${name} is given more than once`, {
    faults: [{ path: [name], detail: 'is given more than once' }],
  })
}
