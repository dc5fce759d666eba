import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { networkOf } from '../request/client-network.ts'
import { parseBody, validateInput, type Input } from './read-input.ts'
import { hasBody, type ByteBudget } from '../request/request-body.ts'
import { asReply, send } from '../responses/reply.ts'
import { requestIdOf, setRoute } from '../request/begin-request.ts'
import { requireAccess } from './access.ts'
import type { FairQueue } from './fair-queue.ts'
import { BODY_BYTES, type Route } from './route.ts'
import { assertNotSharedRead } from '../request/shared-read.ts'

export interface ServeDeps {
  /** Maximum size of the body of a complete document (bytes). */
  bodyLimit: number
  /** Compares every response with what its route declares: for tests. */
  checkReplies: boolean
  /** Counts the bytes of all request bodies. */
  room: ByteBudget
  queue: FairQueue
}

/** The middleware of one route: access, the caller's queue when the request is costly, body, schemas, handler. */
export function serveRoute(
  route: Route,
  { bodyLimit, checkReplies, room, queue }: ServeDeps,
): (RequestHandler | ErrorRequestHandler)[] {
  const { bodySize = 'medium' } = route
  const limit = bodySize === 'document' ? bodyLimit : BODY_BYTES[bodySize]
  return [
    nameRoute(route),
    requireAccess(route),
    takeTurn(route, limit, queue),
    ...(route.body ? [parseBody(route, { limit, room })] : []),
    validateInput(route),
    respond(route, checkReplies, queue),
    ...(checkReplies ? [checkError(route)] : []),
  ]
}

/** Names the route in logs and metrics. */
function nameRoute({ path }: Route): RequestHandler {
  return (_req, res, next) => {
    setRoute(res, path)
    next()
  }
}

/**
 * Runs requests that may occupy the process for long sequentially for each caller, until the response was
 * sent: their route is declared costly, or their body is large.
 */
function takeTurn({ body, costly }: Route, limit: number, queue: FairQueue): RequestHandler {
  return async (req, res, next) => {
    const isLarge =
      body !== undefined &&
      hasBody(req) &&
      Number(req.headers['content-length'] ?? limit) > BODY_BYTES.medium
    if (!costly && !isLarge) return next()
    assertNotSharedRead(req.headers)
    const key = queueOf(res)
    if (key === undefined) return next()
    await queue(key, async () => {
      // The client may have left while its request was queued.
      if (res.destroyed) return
      // The caller's next request waits until this response was sent.
      const sent = Promise.race([once(res, 'finish'), once(res, 'close')])
      next()
      await sent
    })
  }
}

function respond(route: Route, checkReplies: boolean, queue: FairQueue): RequestHandler {
  return async (req, res) => {
    const { identity, input } = res.locals
    const key = queueOf(res)
    const handled = await route.handle({
      ...(input as Input),
      identity,
      requestId: requestIdOf(res),
      address: addressIn(req.headers),
      queued: async (work) => {
        assertNotSharedRead(req.headers)
        return key === undefined ? work() : queue(key, async () => work())
      },
    })
    const reply = asReply(handled, route.status)
    if (checkReplies) (await loadChecks()).assertDeclared(route, reply, identity)
    if (!res.destroyed) send(res, reply)
  }
}

/** Only tests load the comparison of responses with their routes. */
const loadChecks = () => import('./assert-declared.ts')

/** For tests: an error that the route does not declare fails the test. */
function checkError(route: Route): ErrorRequestHandler {
  return async (error, _req, _res, next) => {
    ;(await loadChecks()).assertDeclaredError(route, error)
    next(error)
  }
}

/** The caller's queue: identity or network; `undefined` when the request bypassed the gateway. */
function queueOf({ req, locals: { identity } }: Response): string | undefined {
  if (identity) return `id:${identity.subject}`
  const address = addressIn(req.headers)
  return address === undefined ? undefined : `ip:${networkOf(address)}`
}

/** The client's address, which the gateway sets. */
function addressIn({ 'x-forwarded-for': address }: IncomingHttpHeaders): string | undefined {
  return typeof address === 'string' ? address : undefined
}
