import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { problemPage } from '@landscape/http/errors/problem-page'
import { createSendProblem } from '@landscape/http/errors/send-problem'
import { sendEmpty } from '@landscape/http/responses/response-head'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import type { Logger } from '@landscape/contracts/logger'
import type { IdentitySigner } from '@landscape/runtime/identity/identity-token'
import { isPreflight } from './authorise/cross-site.ts'
import { createRequestReader } from './request/read-request.ts'
import { createBodyBuffer, type BodyLimits } from './forward/buffer-body.ts'
import { createAdmission } from './authorise/admission.ts'
import { createForwardAuth, toRefusal } from './forward/forward-auth.ts'
import { createPipeline, type PipelineDeps } from './pipeline.ts'
import { createOwnApp, type OwnAppDeps } from './site/own-app.ts'
import { withLogoutUrl } from './site/user-routes.ts'
import type { Alias, Prefix } from './request/prefixes.ts'
import { createForwarder } from './forward/forward.ts'
import { SharedReads } from './forward/shared-reads.ts'

export interface GatewayDeps
  extends Omit<OwnAppDeps, 'sendProblem' | 'admit'>, Omit<PipelineDeps, 'readRequest' | 'admit'> {
  /** Path prefixes with their services and access. */
  prefixes: readonly Prefix[]
  /** Other names of prefixes; none when absent. */
  aliases?: readonly Alias[]
  bodies: BodyLimits
  /** Lower-case name of the header in which a proxy passes the caller's token; none when absent. */
  tokenHeader?: string | undefined
  signer: IdentitySigner
  /** Maximum size of the cached shared responses in bytes; 0 = no cache. */
  sharedReadBytes: number
  logger: Logger
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Secret of a proxy that forwards requests itself and requests decisions at `/auth`; none when absent. */
  forwardAuthSecret?: string | undefined
  /** Share of requests that are recorded, from 0 to 1; none when absent. */
  recordedShare?: number
}

/**
 * The gateway authenticates and authorises each request, then it ends in one of three ways: the gateway's own
 * routes, a service, or a decision for another proxy. Forwarded requests bypass Express, which would cost 17 %
 * of one.
 */
export function createApp(deps: GatewayDeps): RequestListener {
  const { logger, prefixes, aliases, upstreams, trustedProxies, tracing, recordedShare = 0 } = deps
  const begin = createBeginRequest({ logger, tracing, recordedShare })
  const { tokenHeader } = deps
  const readRequest = createRequestReader({
    prefixes,
    ...(aliases && { aliases }),
    trustedProxies,
    tokenHeader,
  })
  const admit = createAdmission(deps.signer)
  const bufferBody = createBodyBuffer(deps.bodies)
  const { sharedReadBytes: maxBytes, metrics, signer } = deps
  const sharedReads = maxBytes > 0 ? new SharedReads({ signer, maxBytes, metrics }) : undefined
  const forward = createForwarder({ upstreams, sharedReads })
  const sendProblem = createSendProblem({ logger, metrics, page: problemPage })
  const sendError = withLogoutUrl(sendProblem, deps.user)
  const siteApp = createOwnApp({ ...deps, admit, sendProblem: sendError })
  const forwardAuth = createForwardAuth(deps.forwardAuthSecret, { readRequest, tokenHeader })
  const runPipeline = createPipeline({ ...deps, readRequest, admit })

  const respondToForwardAuth = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      forwardAuth.grant((await runPipeline(req, res, forwardAuth.read)).request)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    if (forwardAuth.isRequested(req)) return respondToForwardAuth(req, res)
    const { request, identity } = await runPipeline(req, res)
    if (isPreflight(req)) {
      sendEmpty(res, 200)
      return
    }
    const service = request.prefix?.service ?? 'gateway'
    if (service === 'gateway') siteApp(req, Object.assign(res, { locals: { identity } }))
    else {
      await bufferBody(request)
      await forward(request, service)
    }
  }
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    // An uncaught rejection would end the process.
    try {
      await begin(req, res, () => respond(req, res))
    } catch (error) {
      sendError(error, req, res)
    }
  }
  return (req, res) => void handle(req, res)
}
