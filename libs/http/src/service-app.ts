import type { IdentityVerifier } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import express, { type Express } from 'express'
import { describeApi } from './describe-api.ts'
import { healthRoutes, type HealthDeps } from './health.ts'
import { mountRoutes } from './mount-routes.ts'
import { notFound, problemHandler } from './problem-handler.ts'
import { requestContext } from './request-context.ts'
import type { Route } from './route.ts'

export interface ServiceAppDeps {
  /** Title of the API description. */
  title: string
  routes: readonly Route[]
  identity: IdentityVerifier
  logger: Logger
  health: HealthDeps
  /** Largest request body in bytes. */
  bodyLimit: number
}

/** An app with request ids, health, API description, the routes and one error shape. */
export function serviceApp({
  title,
  routes,
  identity,
  logger,
  health,
  bodyLimit,
}: ServiceAppDeps): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(requestContext({ logger }))
  app.use(mountRoutes(routes, { identity, bodyLimit }))
  app.use(healthRoutes(health))
  app.get('/openapi.json', (_req, res) => {
    res.json(describeApi(title, routes))
  })
  app.use(notFound)
  app.use(problemHandler({ logger }))
  return app
}
