import { noControlMembers } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Logger } from '@landscape/contracts/logger'
import {
  IDENTITY_HEADER,
  misdirected,
  SERVICE_HEADER,
  type IdentityVerifier,
} from '../identity/identity-token.ts'
import type { Express, RequestHandler } from 'express'
import { z } from 'zod'
import { problemPage } from '@landscape/http/errors/problem-page'
import { createSendProblem } from '@landscape/http/errors/send-problem'
import { assertOwnHost } from '@landscape/http/request/own-host'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import type { Route } from '@landscape/http/route/route'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import { createExpressApp, notFound } from '@landscape/http/server/express-app'
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

/** The Express application of a service: its routes, health and error responses. */
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
}: ServiceAppDeps): Express {
  const served = [
    ...routes.map(rejectControls),
    ...internalRoutes.map(forGateway),
    ...healthRoutes({ ...health, identity, logger }),
  ]
  const app = createExpressApp()
  app.use(createBeginRequest({ logger, tracing }))
  if (ownHost !== undefined) app.use(rejectForeignHosts(ownHost))
  app.use(identify(reportRejections(identity, { logger, metrics })))
  mountRoutes(app, served, { bodyLimit, checkReplies })
  app.use(notFound)
  app.use(createSendProblem({ logger, metrics, page: problemPage }))
  return app
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

/** Middleware: rejects names that an attacker could point at this machine. */
function rejectForeignHosts(ownHost: string): RequestHandler {
  return ({ headers }, _res, next) => {
    assertOwnHost(headers.host, ownHost)
    next()
  }
}

/**
 * Middleware: sets the caller that the gateway established. The route decides whether a forged or expired
 * identity matters. Rejects requests that the gateway addressed to another service: its addresses may be
 * outdated. Requests without a service name are served.
 */
function identify(verifier: IdentityVerifier): RequestHandler {
  return async ({ headers }, { locals }, next) => {
    const { [SERVICE_HEADER]: addressee = verifier.audience, [IDENTITY_HEADER]: token } = headers
    if (addressee !== verifier.audience) throw misdirected()
    try {
      if (typeof token === 'string') locals.identity = await verifier.verify(token)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'misdirected') throw error
      locals.identityError = error
    }
    next()
  }
}
