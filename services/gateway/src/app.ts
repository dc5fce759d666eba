import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  answerEmpty,
  answering,
  createAnswerProblem,
  createBeginRequest,
  type Metrics,
  type Tracing,
} from '@landscape/http'
import type { Identity, IdentitySigner } from '@landscape/identity'
import { problemPage } from '@landscape/service'
import type { Logger } from '@landscape/logging'
import { clientAddress } from './limits/client-address.ts'
import { createCrossSiteGuard, isPreflight, type CrossSiteDeps } from './auth/cross-site.ts'
import { announceSecurity } from './site/security-headers.ts'
import type { GatewayRequest, Identify } from './proxy/gateway-request.ts'
import { createRequestReader } from './proxy/read-request.ts'
import { createBodyIntake, type BodyLimits } from './proxy/take-in-body.ts'
import { createAdmission } from './auth/admission.ts'
import type { CallerLimit, Counted } from './limits/caller-limits.ts'
import { createOwnApp, type OwnAppDeps } from './site/own-app.ts'
import { withWayOut } from './site/user-routes.ts'
import type { Alias, Prefix } from './proxy/prefixes.ts'
import { createForwarder } from './proxy/forward.ts'
import { createSharedReads } from './proxy/shared-reads.ts'

export interface GatewayDeps extends Omit<OwnAppDeps, 'answerProblem' | 'admit'> {
  /** What is let through, and for whom. */
  prefixes: readonly Prefix[]
  /** Other names of prefixes; none when absent. */
  aliases?: readonly Alias[]
  bodies: BodyLimits
  /** Number of proxies in front whose `X-Forwarded-*` entries are true. */
  trustedProxies: number
  identify: Identify
  signer: IdentitySigner
  browser: CrossSiteDeps
  limitCaller: CallerLimit
  /** Bytes of public answers that are kept for all; 0 = none. */
  sharedReadBytes: number
  logger: Logger
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Share of requests that are recorded, from 0 to 1; none when absent. */
  recordedShare?: number
}

/**
 * The gateway: hygiene, then identity, then the service that the path belongs to. What it passes on
 * never enters Express, which would cost a sixth of a proxied request; what it answers itself does.
 */
export function createApp(deps: GatewayDeps): RequestListener {
  const { logger, prefixes, aliases, upstreams, trustedProxies, tracing, recordedShare = 0 } = deps
  const begin = createBeginRequest({ logger, tracing, recordedShare })
  const readRequest = createRequestReader({ prefixes, ...(aliases && { aliases }), trustedProxies })
  const guardBrowsers = createCrossSiteGuard(deps.browser)
  const admit = createAdmission(deps.signer)
  const takeIn = createBodyIntake(deps.bodies)
  const forward = createForwarder(upstreams)
  const passOn = createSharedReads({
    maxBytes: deps.sharedReadBytes,
    upstreams,
    forward,
    metrics: deps.metrics,
  })
  const answerProblem = createAnswerProblem({ logger, metrics: deps.metrics, page: problemPage })
  const answerRefusal = withWayOut(answerProblem, deps.user)
  const own = createOwnApp({ ...deps, admit, answerProblem: answerRefusal })

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    announceSecurity(res, !deps.browser.development)
    const forwardedFor = req.headers['x-forwarded-for']
    const address = clientAddress(req.socket.remoteAddress, forwardedFor, trustedProxies)
    let counted: Counted = { req, res, address }
    let request: GatewayRequest
    let identity: Identity | undefined
    try {
      request = readRequest(req, res, address)
      guardBrowsers(request)
      counted = request
      const { prefix, credentials } = request
      if (prefix && !isPreflight(req)) identity = await deps.identify(credentials, prefix)
    } catch (refusal) {
      // Counted for the address: guessing tokens and probing paths too.
      await deps.limitCaller(counted, undefined)
      throw refusal
    }
    await deps.limitCaller(request, identity)
    if (isPreflight(req)) {
      answerEmpty(res, 200)
      return
    }
    await admit(request, identity)
    const service = request.prefix?.service ?? 'gateway'
    if (service === 'gateway') own(req, res, identity)
    else {
      await takeIn(request)
      await passOn(request, service)
    }
  }
  return answering(begin, answer, answerRefusal)
}
