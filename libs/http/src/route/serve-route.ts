import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isInScope } from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import { unauthenticated } from '../errors/problem.ts'
import { addHeaders } from '../responses/response-head.ts'
import { assertDeclared, assertDeclaredError } from './assert-declared.ts'
import { requestIdOf, setRoute } from '../server/begin-request.ts'
import { networkOf } from '../request/client-network.ts'
import { deprecationHeaders } from './deprecation.ts'
import type { FairQueue } from './fair-queue.ts'
import { createInputReader, type RoutedRequest } from '../request/read-input.ts'
import { asReply, send } from '../responses/reply.ts'
import { hasBody, type ByteBudget } from '../request/request-body.ts'
import { BODY_BYTES, type Access, type Route } from './route.ts'
import { assertNotSharedRead } from './shared-read.ts'

/** The caller of a request; `undefined` without an identity. Rejects when the identity is invalid. */
type IdentityOf = (req: IncomingMessage) => Promise<Identity | undefined>

export interface ServeDeps {
  identityOf: IdentityOf
  /** Maximum size of the body of a complete document (bytes). */
  bodyLimit: number
  /** Compares every response with what its route declares: for tests. */
  checkReplies: boolean
  /** Counts the bytes of all request bodies. */
  room: ByteBudget
  queue: FairQueue
  /** Resolves when the next costly response for the same caller may start. */
  sent: (res: ServerResponse) => Promise<void>
}

/** Serves a request; rejects with the error to respond with. */
type Serve = (req: RoutedRequest, res: ServerResponse) => Promise<void>

/**
 * Serves one route: identity, access, the caller's queue when the request is costly, validation, handler.
 *
 * @throws Error when its deprecation is invalid
 */
export function serveRoute(route: Route, deps: ServeDeps): Serve {
  const { checkReplies } = deps
  const deprecation = route.deprecated && deprecationHeaders(route.deprecated)
  const serve = createRequestServer(route, deps)
  return async (req, res) => {
    setRoute(res, route.path)
    if (deprecation) addHeaders(res, deprecation)
    try {
      await serve(req, res)
    } catch (error) {
      if (checkReplies) assertDeclaredError(route, error)
      throw error
    }
  }
}

function createRequestServer(
  route: Route,
  { identityOf, bodyLimit, checkReplies, room, queue, sent }: ServeDeps,
): Serve {
  const { bodySize = 'form' } = route
  const limit = bodySize === 'document' ? bodyLimit : BODY_BYTES[bodySize]
  const readSent = createInputReader(route, { limit, room })
  const handle = async (req: RoutedRequest, res: ServerResponse, caller: Caller) =>
    route.handle({
      ...(await readSent(req, res)),
      identity: caller.identity,
      requestId: requestIdOf(res),
      address: caller.address,
      queued: async (work) => {
        assertNotSharedRead(req.headers)
        return caller.key === undefined ? work() : queue(caller.key, async () => work())
      },
    })
  const respond = async (req: RoutedRequest, res: ServerResponse, caller: Caller) => {
    // The client may have left while its request was queued.
    if (res.destroyed) return
    const reply = asReply(await handle(req, res, caller), route.status)
    if (checkReplies) assertDeclared(route, reply, caller.identity)
    if (!res.destroyed) send(res, reply)
  }
  return async (req, res) => {
    const identity = route.access === 'public' ? undefined : await identityOf(req)
    authorise(route.access, identity)
    assertInScope(identity, route.method, route.path)
    const caller = callerOf(identity, addressIn(req.headers))
    if (!isCostly(route, req, limit)) return respond(req, res, caller)
    assertNotSharedRead(req.headers)
    const { key } = caller
    if (key === undefined) return respond(req, res, caller)
    return queue(
      key,
      () => respond(req, res, caller),
      () => sent(res),
    )
  }
}

interface Caller {
  identity: Identity | undefined
  address: string | undefined
  /** Key of the caller's queue: identity or network; `undefined` when the request bypassed the gateway. */
  key: string | undefined
}

function callerOf(identity: Identity | undefined, address: string | undefined): Caller {
  const network = address === undefined ? undefined : `ip:${networkOf(address)}`
  return { identity, address, key: identity ? `id:${identity.subject}` : network }
}

/** Whether a request may occupy the process for long: its route is declared costly, or its body is large. */
function isCostly({ costly = false }: Route, req: RoutedRequest, limit: number): boolean {
  if (costly || !hasBody(req)) return costly
  return Number(req.headers['content-length'] ?? limit) > BODY_BYTES.form
}

/** The client's address, which the gateway sets. */
function addressIn({ 'x-forwarded-for': address }: IncomingHttpHeaders): string | undefined {
  return typeof address === 'string' ? address : undefined
}

const REQUIRED = { admin: 'Admin access required', reviewer: 'Reviewer access required' }

/**
 * Checks that a caller may use a route.
 * @throws DomainError `unauthenticated` or `forbidden`
 */
export function authorise(access: Access, identity: Identity | undefined): void {
  if (access === 'public' || access === 'optional') return
  if (!identity) throw unauthenticated('Missing authentication tokens', 'missing')
  if (typeof access === 'object' && !mayAct(identity, access.anyGroup)) {
    throw new DomainError('forbidden', REQUIRED[access.anyGroup[0] ?? 'admin'])
  }
}

/**
 * Checks that a request is in the scope of the caller's API key; other callers have no scope.
 *
 * @param path without query
 * @throws DomainError `forbidden`
 */
export function assertInScope(
  identity: Identity | undefined,
  method: string | undefined,
  path: string,
): void {
  const scope = identity?.keyScope
  if (scope === undefined || isInScope(scope, method?.toUpperCase(), path)) return
  throw new DomainError('forbidden', `An API key of scope '${scope}' may not send this request`)
}
