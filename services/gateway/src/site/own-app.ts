import { Degraded, healthRoutes, type Check } from '@landscape/service'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_BYTES, mountRoutes, type AnswerProblem, type Route } from '@landscape/http'
import type { Identity } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import { docsRoutes } from './docs-routes.ts'
import { iconRoute, pageRoute } from './page-route.ts'
import { problemRoutes } from './problem-routes.ts'
import { createPartReader, type PartDeps } from './parts.ts'
import type { UpstreamName } from '../proxy/prefixes.ts'
import { userRoutes, type UserSettings } from './user-routes.ts'

export interface OwnAppDeps extends PartDeps {
  user: UserSettings
  answerProblem: AnswerProblem
  /** How each service is, for the readiness report. */
  serviceChecks: Readonly<Record<UpstreamName, Check>>
  /** What else the gateway uses; it does without for a while. */
  otherChecks?: Readonly<Record<string, Check>>
  isDraining: () => boolean
  logger: Logger
  /** Holds every answer against what its route declares: for tests. */
  checkReplies: boolean
}

/** Whether all that the gateway uses is there; while something is not, it does without. */
function required(checks: OwnAppDeps['otherChecks'] = {}): Check {
  return async () => {
    const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()))
    if (outcomes.some(({ status }) => status === 'rejected')) throw new Degraded('in part')
  }
}

/** Answers a request of a caller whom the gateway has identified, or of nobody it knows. */
export type Own = (req: IncomingMessage, res: ServerResponse, caller: Identity | undefined) => void

/** What the gateway answers itself. */
export function createOwnApp({
  prefixes,
  upstreams,
  admit,
  user,
  answerProblem,
  serviceChecks,
  otherChecks,
  isDraining,
  logger,
  checkReplies,
}: OwnAppDeps): Own {
  const callers = new WeakMap<IncomingMessage, Identity>()
  const readPart = createPartReader({ prefixes, upstreams, admit })
  const routes: Route[] = [
    ...userRoutes(user),
    pageRoute({ readPart, checks: { gateway: required(otherChecks), ...serviceChecks } }),
    iconRoute(),
    ...problemRoutes(),
    ...docsRoutes({ upstreams, prefixes, ownRoutes: () => routes, logger }),
    ...healthRoutes({
      checks: {},
      reported: { ...serviceChecks, ...otherChecks },
      isDraining,
      logger,
    }),
  ]
  const serve = mountRoutes(routes, {
    identityOf: async (req) => callers.get(req),
    bodyLimit: BODY_BYTES.form,
    checkReplies,
    answerProblem,
  })
  return (req, res, caller) => {
    if (caller) callers.set(req, caller)
    serve(req, res)
  }
}
