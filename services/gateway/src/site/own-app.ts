import { healthRoutes, type Check } from '@landscape/runtime/process/health'
import type { Express } from 'express'
import type { SendProblem } from '@landscape/http/errors/send-problem'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import { BODY_BYTES, type Route } from '@landscape/http/route/route'
import { createExpressApp, notFound } from '@landscape/http/server/express-app'
import type { Logger } from '@landscape/contracts/logger'
import { docsRoutes } from './docs-routes.ts'
import { iconRoute, pageRoute } from './page-route.ts'
import { problemRoutes } from './problem-routes.ts'
import { createPartReader, type PartDeps, type ReadPart } from './parts.ts'
import type { UpstreamName } from '../request/prefixes.ts'
import { userRoutes, type UserSettings } from './user-routes.ts'

interface RouteSettings {
  user: UserSettings
  /** Health of each service, for the readiness report. */
  serviceChecks: Readonly<Record<UpstreamName, Check>>
  /** Checks of other dependencies; the gateway keeps working for some time without them. */
  otherChecks?: Readonly<Record<string, Check>>
  isDraining: () => boolean
  logger: Logger
}

interface RouteDeps extends RouteSettings {
  readPart: ReadPart
}

export interface OwnAppDeps extends RouteSettings, PartDeps {
  sendProblem: SendProblem
  /** Validates every response against its route: for tests. */
  checkReplies: boolean
}

/** The Express application of the gateway's own routes; `res.locals.identity` is the caller. */
export function createOwnApp({
  prefixes,
  upstreams,
  admit,
  sendProblem,
  checkReplies,
  ...deps
}: OwnAppDeps): Express {
  const readPart = createPartReader({ prefixes, upstreams, admit })
  const app = createExpressApp()
  mountRoutes(app, createRoutes({ ...deps, readPart }), {
    bodyLimit: BODY_BYTES.medium,
    checkReplies,
  })
  app.use(notFound)
  app.use(sendProblem)
  return app
}

/** The routes that the gateway serves itself. */
export function createRoutes({
  readPart,
  user,
  serviceChecks,
  otherChecks,
  isDraining,
  logger,
}: RouteDeps): Route[] {
  return [
    ...userRoutes(user),
    pageRoute({ readPart }),
    iconRoute(),
    ...problemRoutes(),
    ...docsRoutes(),
    ...healthRoutes({
      checks: {},
      reported: { ...serviceChecks, ...otherChecks },
      isDraining,
      logger,
    }),
  ]
}
