import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { noControlMembers } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Logger } from '@landscape/contracts/logger'
import {
  IDENTITY_HEADER,
  misdirected,
  SERVICE_HEADER,
  type IdentityVerifier,
} from '../identity/identity-token.ts'
import { z } from 'zod'
import { problemPage } from '@landscape/http/errors/problem-page'
import { createSendProblem } from '@landscape/http/errors/send-problem'
import { assertOwnHost } from '@landscape/http/request/own-host'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import type { Route } from '@landscape/http/route/route'
import { createBeginRequest } from '@landscape/http/server/begin-request'
import { createRequestListener } from '@landscape/http/server/request-listener'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { assertFromGateway } from '../identity/gateway-identity.ts'
import { healthRoutes, type HealthDeps } from './health.ts'
import { reportRejections } from './rejected-identities.ts'

/** Dependencies of every service app. */
export interface AppContext {
  identity: IdentityVerifier
  logger: Logger
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  health: HealthDeps
  /**
   * Address that a development server listens on: other `Host` names are rejected, against DNS rebinding.
   * When absent, any name is accepted.
   */
  ownHost?: string | undefined
  /** Maximum request body in bytes. */
  bodyLimit: number
  /** Validates every response against its route; for tests. */
  checkReplies: boolean
}

interface ServiceAppDeps extends AppContext {
  routes: readonly Route[]
  /** Routes that serve only the gateway itself, and are not described. */
  internalRoutes?: readonly Route[]
}

/** Adds request ids, health and error responses to routes. */
export function serviceApp({
  routes,
  internalRoutes = [],
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
  const served = [
    ...routes.map(rejectControls),
    ...internalRoutes.map(forGateway),
    ...healthRoutes({ ...health, identity, logger }),
  ]
  const assertAddressedToUs = rejectMisdirected(reportRejections(identity, { logger, metrics }))
  const sendProblem = createSendProblem({ logger, metrics, page: problemPage })
  const serve = mountRoutes(served, {
    identityOf: (req) => identityIn(req, identity),
    bodyLimit,
    checkReplies,
    sendProblem,
  })

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (ownHost !== undefined) assertOwnHost(req.headers.host, ownHost)
    await assertAddressedToUs(req)
    serve(req, res)
  }

  return createRequestListener(begin, handle, sendProblem)
}

/** Rejects `?dryRun=true` on edits without a dry run, which would otherwise be executed. */
function rejectControls(route: Route): Route {
  return route.method === 'get' ? route : { query: z.unknown().check(noControlMembers()), ...route }
}

/** Rejects every caller of a route except the gateway. */
function forGateway({ handle, codes = [], ...route }: Route): Route {
  return {
    ...route,
    access: 'authenticated',
    codes: [...codes, 'forbidden'],
    handle: (call) => {
      assertFromGateway(call.identity)
      return handle(call)
    },
  }
}

async function identityIn({ headers }: IncomingMessage, verifier: IdentityVerifier) {
  const token = headers[IDENTITY_HEADER]
  return typeof token === 'string' ? verifier.verify(token) : undefined
}

/**
 * Rejects requests that the gateway addressed to another service: its addresses may be outdated.
 * Requests without a service name are served.
 */
function rejectMisdirected(identity: IdentityVerifier) {
  return async (req: IncomingMessage): Promise<void> => {
    const addressee = req.headers[SERVICE_HEADER] ?? identity.audience
    if (addressee !== identity.audience) throw misdirected()
    const token = req.headers[IDENTITY_HEADER]
    if (typeof token === 'string') await identity.verify(token).catch(ignoreUnlessMisdirected)
  }
}

/** The route decides whether a forged or expired identity matters. */
function ignoreUnlessMisdirected(error: unknown): void {
  if (error instanceof DomainError && error.code === 'misdirected') throw error
}
