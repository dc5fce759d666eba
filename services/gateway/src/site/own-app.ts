import { Degraded, healthRoutes, type Check } from '@landscape/runtime/process/health'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SendProblem } from '@landscape/http/errors/send-problem'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import { BODY_BYTES, type Route } from '@landscape/http/route/route'
import type { Identity } from '@landscape/contracts/identity'
import type { Logger } from '@landscape/contracts/logger'
import { docsRoutes } from './docs-routes.ts'
import { iconRoute, pageRoute } from './page-route.ts'
import { problemRoutes } from './problem-routes.ts'
import { createPartReader, type PartDeps, type ReadPart } from './parts.ts'
import type { UpstreamName } from '../proxy/prefixes.ts'
import { userRoutes, type UserSettings } from './user-routes.ts'

interface RouteSettings {
  user: UserSettings
  /** Health of each service, for the readiness report. */
  serviceChecks: Readonly<Record<UpstreamName, Check>>
  /** Checks of other dependencies; the gateway keeps working for some time without them. */
  otherChecks?: Readonly<Record<string, Check>>
  isDraining: () => boolean
  /** Milliseconds since the epoch. */
  now: () => number
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

/** The state of the dependencies; the gateway is degraded while one of them fails. */
function required(checks: OwnAppDeps['otherChecks'] = {}): Check {
  return async () => {
    const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()))
    if (outcomes.some(({ status }) => status === 'rejected'))
      throw new Degraded('a dependency fails')
  }
}

/** Responds to a request of an identified or anonymous caller. */
export type Own = (req: IncomingMessage, res: ServerResponse, caller: Identity | undefined) => void

/** Serves the gateway's own routes. */
export function createOwnApp({
  prefixes,
  upstreams,
  admit,
  sendProblem,
  checkReplies,
  ...deps
}: OwnAppDeps): Own {
  const callers = new WeakMap<IncomingMessage, Identity>()
  const readPart = createPartReader({ prefixes, upstreams, admit })
  const serve = mountRoutes(createRoutes({ ...deps, readPart }), {
    identityOf: async (req) => callers.get(req),
    bodyLimit: BODY_BYTES.form,
    checkReplies,
    sendProblem,
  })
  return (req, res, caller) => {
    if (caller) callers.set(req, caller)
    serve(req, res)
  }
}

/** The routes that the gateway serves itself. */
export function createRoutes({
  readPart,
  user,
  serviceChecks,
  otherChecks,
  isDraining,
  now,
  logger,
}: RouteDeps): Route[] {
  return [
    ...userRoutes(user),
    pageRoute({ readPart, checks: { gateway: required(otherChecks), ...serviceChecks }, now }),
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
