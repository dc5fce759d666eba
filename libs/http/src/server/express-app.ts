import { DomainError } from '@landscape/contracts/errors/domain-error'
import express, { type Express, type RequestHandler } from 'express'
import { pathOf } from '../request/request-target.ts'

/** Creates an Express application whose paths match exactly; a read may end with a slash. */
export function createExpressApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(ignoreLastSlash)
  return app
}

/** Existing clients end the paths of some reads with a slash. */
const ignoreLastSlash: RequestHandler = (req, _res, next) => {
  const { method, url } = req
  const { length } = pathOf(url)
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && length > 1 && url[length - 1] === '/')
    req.url = url.slice(0, length - 1) + url.slice(length)
  next()
}

/** Middleware after all routes. */
export const notFound: RequestHandler = () => {
  throw new DomainError('not-found', 'Not found')
}
