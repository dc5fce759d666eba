import { DomainError } from '@landscape/errors'
import express, {
  type Express,
  type NextFunction,
  type Request,
  type Response,
  type RequestHandler,
} from 'express'
import type { AnswerProblem } from './answer-problem.ts'

/** An Express app of these parts, in order; what none of them takes is not found, and what they throw is a problem. */
export function expressApp(
  parts: readonly RequestHandler[],
  answerProblem: AnswerProblem,
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  for (const part of parts) app.use(part)
  app.use((_req, _res, next) => {
    next(new DomainError('not-found', 'Not found'))
  })
  // Express tells handlers of errors by their four parameters.
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    answerProblem(error, req, res)
  })
  return app
}
