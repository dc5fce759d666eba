import { createLogger } from '@landscape/logging'
import type { Express } from 'express'
import { createAnswerProblem } from '../src/answer-problem.ts'
import { createBeginRequest } from '../src/begin-request.ts'
import { expressApp } from '../src/express-app.ts'
import { mountRoutes } from '../src/mount-routes.ts'
import type { Route } from '../src/route.ts'

/** An app of these routes, for callers whom nobody knows. */
export function appOf(
  routes: readonly Route[],
  { bodyLimit = 1_000, bodyRoom = 1_000_000 } = {},
): Express {
  const logger = createLogger({ service: 'test', level: 'silent' })
  const begin = createBeginRequest({ logger })
  const identityOf = async () => undefined
  return expressApp(
    [
      (req, res, next) => {
        begin(req, res)
        next()
      },
      mountRoutes(routes, { identityOf, bodyLimit, bodyRoom, checkReplies: true }),
    ],
    createAnswerProblem({ logger }),
  )
}
