import { Degraded, healthRoutes, type Check } from '@landscape/runtime/process/health'
import type { Express } from 'express'
import type { SendProblem } from '@landscape/http/errors/send-problem'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import { BODY_BYTES, type Route } from '@landscape/http/route/route'
import { createExpressApp, notFound } from '@landscape/http/server/express-app'
import type { Logger } from '@landscape/contracts/logger'
import { docsRoutes } from './docs-routes.ts'
import type { DocsSignIn } from './docs-sign-in.ts'
import { iconRoute, pageRoute } from './page-route.ts'
import { problemRoutes } from './problem-routes.ts'
import { createPartReader, type PartDeps } from './parts.ts'
import type { UpstreamName } from '../authorise/prefixes.ts'
import { userRoutes, type UserSettings } from './user-routes.ts'

export interface OwnAppDeps extends PartDeps {
  user: UserSettings
  sendProblem: SendProblem
  /** Health of each service, for the readiness report. */
  serviceChecks: Readonly<Record<UpstreamName, Check>>
  /** Checks of other dependencies; the gateway keeps working for some time without them. */
  otherChecks?: Readonly<Record<string, Check>>
  isDraining: () => boolean
  /** Milliseconds since the epoch. */
  now: () => number
  logger: Logger
  /** Sign-in on `/docs`; none when absent. */
  signIn?: DocsSignIn | undefined
  /** Validates every response against its route: for tests. */
  checkReplies: boolean
}

/** The state of the dependencies; the gateway is degraded while one of them fails. */
function required(checks: OwnAppDeps['otherChecks'] = {}): Check {
  return async () => {
    const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()))
    if (outcomes.some(({ status }) => status === 'rejected'))
      throw new Degraded('a dependency fails')
  }
}

/** The Express application of the gateway's own routes; `res.locals.identity` is the caller. */
export function createOwnApp({
  prefixes,
  upstreams,
  admit,
  user,
  sendProblem,
  serviceChecks,
  otherChecks,
  isDraining,
  now,
  logger,
  signIn,
  checkReplies,
}: OwnAppDeps): Express {
  const readPart = createPartReader({ prefixes, upstreams, admit })
  const routes: Route[] = [
    ...userRoutes(user),
    pageRoute({ readPart, checks: { gateway: required(otherChecks), ...serviceChecks }, now }),
    iconRoute(),
    ...problemRoutes(),
    ...docsRoutes({ upstreams, prefixes, ownRoutes: () => routes, logger, signIn }),
    ...healthRoutes({
      checks: {},
      reported: { ...serviceChecks, ...otherChecks },
      isDraining,
      logger,
    }),
  ]
  const app = createExpressApp()
  mountRoutes(app, routes, { bodyLimit: BODY_BYTES.form, checkReplies })
  app.use(notFound)
  app.use(sendProblem)
  return app
}
