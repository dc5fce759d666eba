import type { RequestListener } from 'node:http'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { z } from 'zod'
import { createSendProblem } from '../src/errors/send-problem.ts'
import { createBeginRequest } from '../src/server/begin-request.ts'
import { mountRoutes, type MountDeps } from '../src/route/mount-routes.ts'
import { route, type Route } from '../src/route/route.ts'

export interface AppOptions extends Partial<MountDeps> {
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
    log,
  }: AppOptions = {},
): RequestListener {
  const logger = createLogger({
    service: 'test',
    level: log ? 'info' : 'silent',
    destination: { write: (line) => void log?.push(line) },
  })
  const begin = createBeginRequest({ logger })
  const listener = mountRoutes(routes, {
    identityOf,
    bodyLimit,
    checkReplies,
    ...(bodyBudget !== undefined && { bodyBudget }),
    sendProblem: createSendProblem({ logger }),
  })
  return (req, res) => begin(req, res, () => listener(req, res))
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
