import type { RequestListener } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { addHeaders, sendEmpty } from '../responses/response-head.ts'
import type { SendProblem } from '../errors/send-problem.ts'
import { setRoute } from '../server/begin-request.ts'
import { createByteBudget } from '../request/request-body.ts'
import { pathOf } from '../request/request-target.ts'
import type { Route } from './route.ts'
import { serveRoute, type ServeDeps } from './serve-route.ts'
import { createFairQueue, limitUnreadBytes } from './fair-queue.ts'

export interface MountDeps extends Omit<ServeDeps, 'room' | 'queue' | 'sent'> {
  /** Maximum size of all request bodies in progress (bytes). */
  bodyBudget?: number
  /** Responds to errors of routes and to requests without a route. */
  sendProblem: SendProblem
}

/** 64 concurrent requests of one caller, with a `record` each, use 33 % of it. */
const BODY_BUDGET = 96 * 1024 * 1024

/**
 * Serves routes: access, then body parser, then schemas, then the handler, so that 401 and 403 take
 * precedence over 400. A fixed path takes precedence over a path with parameters.
 *
 * @throws Error when a route declares no access level or an invalid deprecation, or two routes are the same
 */
export function mountRoutes(routes: readonly Route[], deps: MountDeps): RequestListener {
  const router = Router({ caseSensitive: true, strict: true })
  const { bodyBudget = Math.max(BODY_BUDGET, 2 * deps.bodyLimit), sendProblem } = deps
  const shared = {
    ...deps,
    room: createByteBudget(bodyBudget),
    queue: createFairQueue(),
    sent: limitUnreadBytes(),
  }
  for (const route of routes.toSorted((a, b) => Number(isFixed(b)) - Number(isFixed(a)))) {
    assertAccess(route)
    assertUnique(route, routes)
    router[route.method](route.path, serveRoute(route, shared))
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    router.all(path, methodNotAllowed(path, routes))
  }
  return (req, res) => {
    const { method, url = '' } = req
    if (method === 'GET' || method === 'HEAD') req.url = withoutLastSlash(url)
    router(req as Request, res as Response, (error = notFound()) => sendProblem(error, req, res))
  }
}

const notFound = () => new DomainError('not-found', 'Not found')

/** Existing clients end the paths of some reads with a slash. */
function withoutLastSlash(url: string): string {
  const { length } = pathOf(url)
  return length > 1 && url[length - 1] === '/' ? url.slice(0, length - 1) + url.slice(length) : url
}

function isFixed({ path }: Route): boolean {
  return !path.includes(':')
}

function assertAccess({ method, path, access }: Route): void {
  const declared =
    access === 'public' ||
    access === 'optional' ||
    access === 'authenticated' ||
    (typeof access === 'object' && access.anyGroup.length > 0)
  if (!declared) throw new Error(`${method.toUpperCase()} ${path} declares no access level`)
}

/** Checks that no other route has the same method and path; parameter names do not distinguish paths. */
function assertUnique({ method, path }: Route, routes: readonly Route[]): void {
  const shape = (template: string) => template.replace(/:\w+/g, ':')
  const same = routes.filter(
    (other) => other.method === method && shape(other.path) === shape(path),
  )
  if (same.length > 1) throw new Error(`${method.toUpperCase()} ${path} is declared twice`)
}

/** @param path of a route; routes with parameters may match it as well */
function methodNotAllowed(path: string, routes: readonly Route[]): RequestHandler {
  const serving = routes.filter((route) => isServedBy(route.path, path))
  const methods = new Set(serving.map((route) => route.method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods].join(', ')
  return (req, res, next) => {
    setRoute(res, path)
    addHeaders(res, { allow })
    if (req.method === 'OPTIONS') {
      sendEmpty(res, 204)
      return
    }
    next(new DomainError('method-not-allowed', 'Method not allowed'))
  }
}

function isServedBy(pattern: string, path: string): boolean {
  const segments = path.split('/')
  const wanted = pattern.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((want, i) => want.startsWith(':') || want === segments[i])
  )
}
