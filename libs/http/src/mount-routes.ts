import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { DomainError, faultsOf } from '@landscape/errors'
import { mayAct, type Identity } from '@landscape/identity'
import { Router, type Request, type RequestHandler } from 'express'
import type { z } from 'zod'
import { parseJson } from './json-body.ts'
import { assertDeclared, assertDeclaredError } from './assert-declared.ts'
import { bodyTypeOf, requestHeadersOf } from './declared.ts'
import { asReply, send } from './reply.ts'
import {
  assertNoCoding,
  assertUtf8,
  createByteBudget,
  hasBody,
  isJson,
  readWhole,
  typeOf,
} from './request-body.ts'
import { requestIdOf, setRoute } from './begin-request.ts'
import { BODY_BYTES, type Access, type Route } from './route.ts'
import { networkOf } from './client-network.ts'
import { createTurns, type InTurn } from './turns.ts'

/** Who sent a request; `undefined`: nobody says. Rejects when what says so cannot be believed. */
export type IdentityOf = (req: IncomingMessage) => Promise<Identity | undefined>

export interface MountDeps {
  identityOf: IdentityOf
  /** Maximum size of a body that is a whole document, in bytes. */
  bodyLimit: number
  /** Maximum size of all bodies that are under way together, in bytes. */
  bodyBudget?: number
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
}

/** What all routes share. */
interface Shared {
  budget: ReturnType<typeof createByteBudget>
  inTurn: InTurn
}

/** One caller's 64 requests under way, each a record, fill a third of it. */
const BODY_BUDGET = 96 * 1024 * 1024

/**
 * Serves routes: access, then body parser, then schemas, then the handler, so that 401 and 403
 * win over 400.
 *
 * @throws Error when a route declares no access level, or two routes are the same: such a service
 *   must not start
 */
export function mountRoutes(routes: readonly Route[], deps: MountDeps): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const reads = new Map<string, RequestHandler>()
  const shared = {
    budget: createByteBudget(deps.bodyBudget ?? Math.max(BODY_BUDGET, 2 * deps.bodyLimit)),
    inTurn: createTurns(),
  }
  for (const route of routes) {
    assertAccess(route)
    assertUnique(route, routes)
    const handler = serve(route, deps, shared)
    router[route.method](route.path, handler)
    if (route.method === 'get' && !route.path.includes(':')) reads.set(route.path, handler)
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    router.all(path, methodNotAllowed(path, routes))
  }
  // Reads of a fixed path, which are most requests, need no search through the routes.
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') req.url = withoutLastSlash(req.url)
    const read = req.method === 'GET' ? reads.get(pathOf(req.url)) : undefined
    return (read ?? router)(req, res, next)
  }
}

/** Existing clients end the path of some reads with one slash; a write is to be spelt as it is. */
function withoutLastSlash(url: string): string {
  const { length } = pathOf(url)
  return length > 1 && url[length - 1] === '/' ? url.slice(0, length - 1) + url.slice(length) : url
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function assertAccess({ method, path, access }: Route): void {
  const declared =
    access === 'public' ||
    access === 'optional' ||
    access === 'authenticated' ||
    (typeof access === 'object' && access.anyGroup.length > 0)
  if (!declared) throw new Error(`${method.toUpperCase()} ${path} declares no access level`)
}

/** Names of parameters do not tell paths apart. */
function assertUnique({ method, path }: Route, routes: readonly Route[]): void {
  const shape = (text: string) => text.replace(/:\w+/g, ':')
  const same = routes.filter(
    (other) => other.method === method && shape(other.path) === shape(path),
  )
  if (same.length > 1) throw new Error(`${method.toUpperCase()} ${path} is declared twice`)
}

function serve(route: Route, deps: MountDeps, { budget, inTurn }: Shared): RequestHandler {
  const { bodySize = 'form' } = route
  const headers = Object.keys(requestHeadersOf(route))
  const limit = bodySize === 'document' ? deps.bodyLimit : BODY_BYTES[bodySize]
  const handle = async (req: Request, res: ServerResponse, by: Caller): Promise<unknown> => {
    const body = route.body && (await readBody(route, { limit, take: budget(res) }, req, res))
    return route.handle({
      params: validated(route.params, req.params) as never,
      query: validated(route.query, req.query) as never,
      body: validated(route.body, body) as never,
      identity: by.identity,
      requestId: requestIdOf(res),
      headers: pick(req.headers, headers),
      address: by.address,
      inTurn: async (work) => {
        assertWorkIsWanted(req.headers)
        return by.name === undefined ? work() : inTurn(by.name, async () => work())
      },
    })
  }
  const answer = async (req: Request, res: ServerResponse, by: Caller): Promise<void> => {
    // Who waited for a turn may have left.
    if (res.destroyed) return
    const reply = asReply(await handle(req, res, by), route.status)
    if (deps.checkReplies) assertDeclared(route, reply)
    if (!res.destroyed) send(res, reply)
  }
  const serveCaller = async (req: Request, res: ServerResponse): Promise<void> => {
    const identity = route.access === 'public' ? undefined : await deps.identityOf(req)
    authorise(route.access, identity)
    const by = callerOf(identity, addressIn(req.headers))
    const { name } = by
    const costly = isCostly(route, req, limit)
    if (costly) assertWorkIsWanted(req.headers)
    if (name === undefined || !costly) await answer(req, res, by)
    else await inTurn(name, () => answer(req, res, by))
  }
  return async (req, res) => {
    setRoute(res, route.path)
    try {
      await serveCaller(req, res)
    } catch (error) {
      if (deps.checkReplies) assertDeclaredError(route, error)
      throw error
    }
  }
}

interface Caller {
  identity: Identity | undefined
  address: string | undefined
  /** Whose turn it is: an identity, else a network; nobody's when a request did not come by the gateway. */
  name: string | undefined
}

function callerOf(identity: Identity | undefined, address: string | undefined): Caller {
  const network = address === undefined ? undefined : `ip:${networkOf(address)}`
  return { identity, address, name: identity ? `id:${identity.subject}` : network }
}

/** Whether a request may keep the process busy for long: by what the route says, or by its body. */
function isCostly({ costly = false }: Route, req: Request, limit: number): boolean {
  if (costly || !hasBody(req)) return costly
  return Number(req.headers['content-length'] ?? limit) > BODY_BYTES.form
}

/**
 * What is asked on behalf of many is to cost nothing (`only-if-cached`, RFC 9111 §5.2.1.7): whose turn would it be?
 * @throws DomainError `unavailable`
 */
function assertWorkIsWanted({ 'cache-control': demands }: IncomingHttpHeaders): void {
  if (demands === undefined || !/\bonly-if-cached\b/i.test(demands)) return
  throw new DomainError('unavailable', 'Not at hand', { reason: 'not at hand' })
}

/** Of most requests, so no array is made for it. */
function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) picked[name] = headers[name]
  return picked
}

/** The one address that the gateway hands on. */
function addressIn({ 'x-forwarded-for': address }: IncomingHttpHeaders): string | undefined {
  return typeof address === 'string' ? address : undefined
}

const REQUIRED = { admin: 'Admin access required', reviewer: 'Reviewer access required' }

/**
 * Lets a caller pass who may use a route.
 * @throws DomainError `unauthenticated` or `forbidden`
 */
export function authorise(access: Access, identity: Identity | undefined): void {
  if (access === 'public' || access === 'optional') return
  if (!identity) {
    throw new DomainError('unauthenticated', 'Missing authentication tokens', {
      reason: 'missing',
      extensions: { message: 'Unauthorized' },
    })
  }
  if (typeof access === 'object' && !mayAct(identity, access.anyGroup)) {
    throw new DomainError('forbidden', REQUIRED[access.anyGroup[0] ?? 'admin'])
  }
}

async function readBody(
  route: Route,
  { limit, take }: { limit: number; take: (bytes: number) => void },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<unknown> {
  // Existing clients say JSON, and send none.
  if (!hasBody(req)) return isJson(req) && req.headers['content-length'] === '0' ? {} : undefined
  assertNoCoding(req, res)
  const isForm = route.bodyType === 'form'
  if (isForm ? typeOf(req) !== bodyTypeOf(route) : !isJson(req)) {
    if (route.bodyOptional) return undefined
    throw new DomainError('unsupported-media-type', `Content-Type must be ${bodyTypeOf(route)}`)
  }
  assertUtf8(req)
  const bytes = await readWhole(req, limit, take)
  if (isForm) return fieldsIn(bytes)
  return bytes.length === 0 ? {} : parseJson(bytes)
}

/** The fields of an HTML form; of one that is there twice nobody can say which is meant. */
function fieldsIn(bytes: Buffer): Record<string, string> {
  const fields = [...new URLSearchParams(bytes.toString())]
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new DomainError('invalid-input', 'A field of the form is there twice')
  }
  return Object.fromEntries(fields)
}

function validated(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new DomainError('invalid-input', first?.message ?? 'Invalid input', {
    cause: parsed.error,
    faults: faultsOf(parsed.error),
  })
}

/** @param path of a route; others may serve it as well, when it looks like a value of their parameter */
function methodNotAllowed(path: string, routes: readonly Route[]): RequestHandler {
  const serving = routes.filter((route) => isServedBy(route.path, path))
  const methods = new Set(serving.map((route) => route.method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods].join(', ')
  return (req, res, next) => {
    setRoute(res, path)
    res.setHeader('allow', allow)
    if (req.method === 'OPTIONS') {
      res.status(204).end()
      return
    }
    next(new DomainError('method-not-allowed', 'Method not allowed'))
  }
}

function isServedBy(pattern: string, path: string): boolean {
  const segments = path.split('/')
  const wanted = pattern.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((want, i) => want.startsWith(':') || want === segments[i])
  )
}
