import type { IncomingMessage } from 'node:http'
import type { Identity } from '@landscape/contracts/identity'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import type { Express, RequestHandler } from 'express'
import { z } from 'zod'
import { createSendProblem } from '../src/errors/send-problem.ts'
import { createBeginRequest } from '../src/request/begin-request.ts'
import { createExpressApp, notFound } from '../src/server/express-app.ts'
import { mountRoutes, type MountDeps } from '../src/route/mount-routes.ts'
import { route, type Route } from '../src/route/route.ts'

export interface AppOptions extends Partial<MountDeps> {
  identityOf?: (req: IncomingMessage) => Promise<Identity | undefined>
  /** Express middleware before the routes. */
  middleware?: RequestHandler
  /** Receives the log lines. */
  log?: string[]
}

/** An app of routes; callers are anonymous by default. */
export function appOf(
  routes: readonly Route[],
  {
    identityOf = async () => undefined,
    bodyLimit = 1_000,
    bodyBudget,
    checkReplies = true,
    middleware = (_req, _res, next) => next(),
    log,
  }: AppOptions = {},
): Express {
  const logger = createLogger({
    service: 'test',
    level: log ? 'info' : 'silent',
    destination: { write: (line) => void log?.push(line) },
  })
  const app = createExpressApp()
  app.use(createBeginRequest({ logger }))
  app.use(async (req, { locals }, next) => {
    try {
      locals.identity = await identityOf(req)
    } catch (error) {
      locals.identityError = error
    }
    next()
  })
  app.use(middleware)
  mountRoutes(app, routes, {
    bodyLimit,
    checkReplies,
    ...(bodyBudget !== undefined && { bodyBudget }),
  })
  app.use(notFound)
  app.use(createSendProblem({ logger }))
  return app
}

/** A public route that returns null, with changes. */
export const routeAt = (path: string, more: Partial<Route> = {}): Route => ({
  ...route({
    method: 'get',
    path,
    summary: 'A route',
    access: 'public',
    reply: z.unknown(),
    handle: () => null,
  }),
  ...more,
})
