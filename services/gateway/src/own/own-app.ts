import { healthRoutes, type Check } from '@landscape/service'
import { BODY_BYTES, mountRoutes, notFound, problemHandler, type Metrics } from '@landscape/http'
import type { IdentityVerifier } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import express, { type Express } from 'express'
import { docsRouter } from './docs-router.ts'
import type { UpstreamName } from '../request/prefixes.ts'
import { userRoutes, type UserSettings } from './user-routes.ts'

export interface OwnAppDeps {
  /** Address of each service, for its API description. */
  upstreams: Readonly<Record<UpstreamName, string>>
  /** Reads the identity header that is made out to the gateway itself. */
  verifier: IdentityVerifier
  user: UserSettings
  logger: Logger
  metrics?: Metrics | undefined
  /** How each service is, for the readiness report. */
  serviceChecks: Readonly<Record<UpstreamName, Check>>
  isDraining: () => boolean
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
}

/** What the gateway answers itself. */
export function createOwnApp({
  upstreams,
  verifier,
  user,
  logger,
  metrics,
  serviceChecks,
  isDraining,
  checkReplies,
}: OwnAppDeps): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  const routes = userRoutes(user)
  app.use(mountRoutes(routes, { identity: verifier, bodyLimit: BODY_BYTES.form, checkReplies }))
  app.use(docsRouter({ upstreams, ownRoutes: routes, ask: fetch }))
  app.use(healthRoutes({ checks: {}, reported: serviceChecks, isDraining }))
  app.use(notFound)
  app.use(problemHandler({ logger, metrics }))
  return app
}
