import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { DomainError, type Logger, noControlMembers } from '@landscape/contracts'
import {
  IDENTITY_HEADER,
  misdirected,
  SERVICE_HEADER,
  type IdentityVerifier,
} from '../identity/identity-token.ts'
import { z } from 'zod'
import {
  createRequestListener,
  assertOwnHost,
  createSendProblem,
  createBeginRequest,
  describeApi,
  type Metrics,
  mountRoutes,
  problemPage,
  route,
  type Route,
  type Tracing,
} from '@landscape/http'
import { healthRoutes, type HealthDeps } from './health.ts'
import { reportRefusals } from './refused-identities.ts'

/** What every app of a service is given. */
export interface AppContext {
  identity: IdentityVerifier
  logger: Logger
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  health: HealthDeps
  /**
   * In development mode what the process listens on: it answers under no name that a stranger could point
   * here. Any name is answered when absent.
   */
  ownHost?: string | undefined
  /** Largest request body in bytes. */
  bodyLimit: number
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
}

interface ServiceAppDeps extends AppContext {
  /** Title of the API description. */
  title: string
  routes: readonly Route[]
}

/** An app with request ids, health, API description, the routes and one error shape. */
export function serviceApp({
  title,
  routes,
  identity,
  logger,
  metrics,
  tracing,
  health,
  ownHost,
  bodyLimit,
  checkReplies,
}: ServiceAppDeps): RequestListener {
  const begin = createBeginRequest({ logger, tracing })
  // The gateway, which answers for itself how it is, describes only what it passes on.
  const served = [
    ...routes.map(refusingControls),
    ...healthRoutes({ ...health, identity, logger }),
    descriptionOf(title, routes),
  ]
  const assertMeantForUs = refuseMisdirected(reportRefusals(identity, { logger, metrics }))
  const sendProblem = createSendProblem({ logger, metrics, page: problemPage })
  const serve = mountRoutes(served, {
    identityOf: (req) => identityIn(req, identity),
    bodyLimit,
    checkReplies,
    sendProblem,
  })

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (ownHost !== undefined) assertOwnHost(req.headers.host, ownHost)
    await assertMeantForUs(req)
    serve(req, res)
  }

  return createRequestListener(begin, answer, sendProblem)
}

/** For the gateway, which describes all services as one. */
function descriptionOf(title: string, routes: readonly Route[]): Route {
  return route({
    method: 'get',
    path: '/openapi.json',
    summary: 'Description of the routes of this service',
    access: 'public',
    reply: z.unknown(),
    handle: () => describeApi(title, routes, ['misdirected']),
  })
}

/** `?dryRun=true` of an edit that reads no query would be ignored, and the edit made for real. */
function refusingControls(route: Route): Route {
  return route.method === 'get' ? route : { query: z.unknown().check(noControlMembers()), ...route }
}

async function identityIn({ headers }: IncomingMessage, verifier: IdentityVerifier) {
  const token = headers[IDENTITY_HEADER]
  return typeof token === 'string' ? verifier.verify(token) : undefined
}

/**
 * Refuses, before anything is looked up or changed, what the gateway meant for another service: its
 * address book may be a moment old. A request that names no service is served.
 */
function refuseMisdirected(identity: IdentityVerifier) {
  return async (req: IncomingMessage): Promise<void> => {
    const meantFor = req.headers[SERVICE_HEADER] ?? identity.audience
    if (meantFor !== identity.audience) throw misdirected()
    const token = req.headers[IDENTITY_HEADER]
    if (typeof token === 'string') await identity.verify(token).catch(unlessMisdirected)
  }
}

/** Whether a forged or expired identity matters is for the route to say. */
function unlessMisdirected(error: unknown): void {
  if (error instanceof DomainError && error.code === 'misdirected') throw error
}
