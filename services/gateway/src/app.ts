import {
  healthRoutes,
  mountRoutes,
  notFound,
  problemHandler,
  requestContext,
} from '@landscape/http'
import type { IdentitySigner, IdentityVerifier } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import express, { type Express } from 'express'
import type { Identify } from './edge.ts'
import { hygiene } from './headers/hygiene.ts'
import { identifyCaller } from './identity/identify-caller.ts'
import { PREFIXES, type UpstreamName } from './prefixes.ts'
import { forward } from './proxy/forward.ts'
import { upstreamChecks } from './proxy/upstream-checks.ts'
import { userRoutes, type UserSettings } from './routes/user.ts'

export interface GatewayDeps {
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  /** Milliseconds of silence after which an upstream is given up. */
  upstreamTimeoutMs: number
  /** Number of proxies in front whose `X-Forwarded-*` entries are true. */
  trustedProxies: number
  identify: Identify
  signer: IdentitySigner
  /** Reads what `signer` made out to the gateway itself, for the routes that it answers. */
  verifier: IdentityVerifier
  user: UserSettings
  logger: Logger
  isDraining: () => boolean
}

const OWN_BODY_LIMIT = 100_000

/** The gateway: hygiene, then identity, then the service that the path belongs to. */
export function createApp(deps: GatewayDeps): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(requestContext({ logger: deps.logger }))
  app.use(hygiene({ prefixes: PREFIXES, trustedProxies: deps.trustedProxies }))
  app.use(identifyCaller(deps.identify, deps.signer))
  app.use(forward({ upstreams: deps.upstreams, timeoutMs: deps.upstreamTimeoutMs }))
  app.use(
    mountRoutes(userRoutes(deps.user), { identity: deps.verifier, bodyLimit: OWN_BODY_LIMIT }),
  )
  app.use(
    healthRoutes({
      checks: {},
      reported: upstreamChecks(deps.upstreams, fetch),
      isDraining: deps.isDraining,
    }),
  )
  app.use(notFound)
  app.use(problemHandler({ logger: deps.logger }))
  return app
}
