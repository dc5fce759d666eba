import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '@landscape/errors'
import { mayAct, type Identity } from '@landscape/identity'
import { announce } from './answer-head.ts'
import { assertDeclared, assertDeclaredError } from './assert-declared.ts'
import { requestIdOf, setRoute } from './begin-request.ts'
import { networkOf } from './client-network.ts'
import { deprecationHeaders } from './deprecation.ts'
import { createReadSent, type RoutedRequest } from './read-sent.ts'
import { asReply, send } from './reply.ts'
import { hasBody, type ByteBudget } from './request-body.ts'
import { BODY_BYTES, type Access, type Route } from './route.ts'
import { assertNotSharedRead } from './shared-read.ts'
import type { InTurn } from './turns.ts'

/** Who sent a request; `undefined`: nobody says. Rejects when what says so cannot be believed. */
export type IdentityOf = (req: IncomingMessage) => Promise<Identity | undefined>

export interface ServeDeps {
  identityOf: IdentityOf
  /** Maximum size of a body that is a whole document, in bytes. */
  bodyLimit: number
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
  /** Room for the bodies of all routes, and the turns of those who ask for what is costly. */
  room: ByteBudget
  inTurn: InTurn
  /** Waits for the reader of a costly answer, when too much waits for its readers. */
  unread: (res: ServerResponse) => Promise<void>
}

/** Answers a request; rejects with why it is refused. */
type Serve = (req: RoutedRequest, res: ServerResponse) => Promise<void>

/**
 * Serves one route: who calls, whether they may, their turn when the request is costly, what was sent, and
 * the handler.
 *
 * @throws Error when what it says of its end is wrong
 */
export function serveRoute(
  route: Route,
  { identityOf, bodyLimit, checkReplies, room, inTurn, unread }: ServeDeps,
): Serve {
  const { bodySize = 'form' } = route
  const lasting = route.deprecated && deprecationHeaders(route.deprecated)
  const limit = bodySize === 'document' ? bodyLimit : BODY_BYTES[bodySize]
  const readSent = createReadSent(route, { limit, room })
  const handle = async (req: RoutedRequest, res: ServerResponse, by: Caller): Promise<unknown> =>
    route.handle({
      ...(await readSent(req, res)),
      identity: by.identity,
      requestId: requestIdOf(res),
      address: by.address,
      inTurn: async (work) => {
        assertNotSharedRead(req.headers)
        return by.name === undefined ? work() : inTurn(by.name, async () => work())
      },
    })
  const answer = async (req: RoutedRequest, res: ServerResponse, by: Caller): Promise<void> => {
    // Who waited for a turn may have left.
    if (res.destroyed) return
    const reply = asReply(await handle(req, res, by), route.status)
    if (checkReplies) assertDeclared(route, reply, by.identity)
    if (!res.destroyed) send(res, reply)
  }
  const serveCaller = async (req: RoutedRequest, res: ServerResponse): Promise<void> => {
    const identity = route.access === 'public' ? undefined : await identityOf(req)
    authorise(route.access, identity)
    const by = callerOf(identity, addressIn(req.headers))
    const { name } = by
    const costly = isCostly(route, req, limit)
    if (costly) assertNotSharedRead(req.headers)
    if (name === undefined || !costly) await answer(req, res, by)
    else
      await inTurn(
        name,
        () => answer(req, res, by),
        () => unread(res),
      )
  }
  return async (req, res) => {
    setRoute(res, route.path)
    if (lasting) announce(res, lasting)
    try {
      await serveCaller(req, res)
    } catch (error) {
      if (checkReplies) assertDeclaredError(route, error)
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
function isCostly({ costly = false }: Route, req: RoutedRequest, limit: number): boolean {
  if (costly || !hasBody(req)) return costly
  return Number(req.headers['content-length'] ?? limit) > BODY_BYTES.form
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
