import { DomainError } from '@landscape/errors'
import { IDENTITY_HEADER, mayAct, type Identity, type IdentityVerifier } from '@landscape/identity'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { z } from 'zod'
import { parseJson } from './json-body.ts'
import { assertDeclared } from './assert-declared.ts'
import { asReply, send } from './reply.ts'
import { assertNoCoding, assertUtf8, hasBody, isJson, readWhole } from './request-body.ts'
import { requestIdOf, setRoute } from './request-context.ts'
import { BODY_BYTES, type Access, type Route } from './route.ts'

export interface MountDeps {
  identity: IdentityVerifier
  /** Most bytes of a body that is a whole document. */
  bodyLimit: number
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
}

/**
 * Serves routes: access, then body parser, then schemas, then the handler, so that 401 and 403
 * win over 400.
 *
 * @throws Error when a route declares no access level: such a service must not start
 */
export function mountRoutes(routes: readonly Route[], deps: MountDeps): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const reads = new Map<string, RequestHandler>()
  for (const route of routes) {
    assertAccess(route)
    const handler = serve(route, deps)
    router[route.method](route.path, handler)
    if (route.method === 'get' && !route.path.includes(':')) reads.set(route.path, handler)
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    router.all(path, methodNotAllowed(routes.filter((route) => route.path === path)))
  }
  // Reads of a fixed path, which are most requests, need no search through the routes.
  return (req, res, next) => {
    const read = req.method === 'GET' ? reads.get(pathOf(req.url)) : undefined
    return (read ?? router)(req, res, next)
  }
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

function serve(route: Route, deps: MountDeps): RequestHandler {
  const { bodySize = 'form' } = route
  const limit = bodySize === 'document' ? deps.bodyLimit : BODY_BYTES[bodySize]
  return async (req, res) => {
    setRoute(res, route.path)
    const identity =
      route.access === 'public' ? undefined : await authorise(route.access, req, deps.identity)
    const body = route.body && (await readBody(route, limit, req, res))
    const value = await route.handle({
      params: validated(route.params, req.params) as never,
      query: validated(route.query, req.query) as never,
      body: validated(route.body, body) as never,
      identity,
      requestId: requestIdOf(res),
      req,
    })
    const answer = asReply(value, route.status)
    if (deps.checkReplies) assertDeclared(route, answer)
    if (!res.destroyed) send(res, answer)
  }
}

const REQUIRED = { admin: 'Admin access required', reviewer: 'Reviewer access required' }

/**
 * Lets a caller pass who may use a route.
 * @throws DomainError `unauthenticated` or `forbidden`
 */
export function admit(access: Access, identity: Identity | undefined): void {
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

async function authorise(
  access: Exclude<Access, 'public'>,
  req: Request,
  verifier: IdentityVerifier,
): Promise<Identity | undefined> {
  const token = req.headers[IDENTITY_HEADER]
  const identity = typeof token === 'string' ? await verifier.verify(token) : undefined
  admit(access, identity)
  return identity
}

async function readBody(
  route: Route,
  limit: number,
  req: Request,
  res: Response,
): Promise<unknown> {
  // Existing clients say JSON, and send none.
  if (!hasBody(req)) return isJson(req) && req.headers['content-length'] === '0' ? {} : undefined
  assertNoCoding(req, res)
  if (!isJson(req)) {
    if (route.bodyOptional) return undefined
    throw new DomainError('unsupported-media-type', 'Content-Type must be application/json')
  }
  assertUtf8(req)
  const bytes = await readWhole(req, limit)
  return bytes.length === 0 ? {} : parseJson(bytes)
}

function validated(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new DomainError('invalid-input', first?.message ?? 'Invalid input', {
    cause: parsed.error,
    extensions: {
      issues: parsed.error.issues
        .slice(0, 10)
        .map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    },
  })
}

function methodNotAllowed(routes: readonly Route[]): RequestHandler {
  const methods = new Set(routes.map((route) => route.method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods].join(', ')
  return (req, res, next) => {
    if (routes[0]) setRoute(res, routes[0].path)
    res.setHeader('allow', allow)
    if (req.method === 'OPTIONS') {
      res.status(204).end()
      return
    }
    next(new DomainError('method-not-allowed', 'Method not allowed'))
  }
}
