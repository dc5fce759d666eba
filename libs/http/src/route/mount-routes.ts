import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Express, RequestHandler } from 'express'
import { addHeaders, sendEmpty } from '../responses/response-head.ts'
import { setRoute } from '../request/begin-request.ts'
import { createByteBudget } from '../request/request-body.ts'
import type { Route } from './route.ts'
import { serveRoute, type ServeDeps } from './serve-route.ts'
import { createFairQueue } from './fair-queue.ts'

export interface MountDeps extends Omit<ServeDeps, 'room' | 'queue'> {
  /** Maximum size of all request bodies in progress (bytes). */
  bodyBudget?: number
}

/** 64 concurrent requests of one caller, with a `record` each, use 33 % of it. */
const BODY_BUDGET = 96 * 1024 * 1024

/**
 * Adds routes to an Express application: access, then body parser, then schemas, then the handler, so that
 * 401 and 403 take precedence over 400. A fixed path takes precedence over a path with parameters.
 *
 * @throws Error when a route declares no access level, or two routes are the same
 */
export function mountRoutes(app: Express, routes: readonly Route[], deps: MountDeps): void {
  const { bodyBudget = Math.max(BODY_BUDGET, 2 * deps.bodyLimit) } = deps
  const shared = { ...deps, room: createByteBudget(bodyBudget), queue: createFairQueue() }
  for (const route of routes.toSorted((a, b) => Number(isFixed(b)) - Number(isFixed(a)))) {
    assertAccess(route)
    assertUnique(route, routes)
    app[route.method](route.path, ...serveRoute(route, shared))
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(path, methodNotAllowed(path, routes))
  }
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
