import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '@landscape/contracts/identity'
import type { GatewayRequest } from './request/gateway-request.ts'
import type { Identify } from './authenticate/identify.ts'
import type { RequestReader } from './request/read-request.ts'
import type { createAdmission } from './authorise/admission.ts'
import type { CallerLimit, RateLimitInput } from './authorise/caller-limits.ts'
import { clientAddress } from './request/client-address.ts'
import { createCrossSiteGuard, isPreflight, type CrossSiteDeps } from './authorise/cross-site.ts'
import { announceSecurity } from './site/security-headers.ts'

export interface PipelineDeps {
  readRequest: RequestReader
  identify: Identify
  admit: ReturnType<typeof createAdmission>
  browser: CrossSiteDeps
  limitCaller: CallerLimit
  /** Number of proxies in front whose `X-Forwarded-*` entries are true. */
  trustedProxies: number
}

/** A request that gets a response, and its caller. */
interface AdmittedRequest {
  request: GatewayRequest
  identity: Identity | undefined
}

/**
 * The steps of every request: it is read, authenticated, limited and authorised. Preflights need no identity.
 *
 * @param read reads the request in another way: that of forward authentication
 */
type Pipeline = (
  req: IncomingMessage,
  res: ServerResponse,
  read?: RequestReader,
) => Promise<AdmittedRequest>

/** Creates the pipeline; it rejects with a `DomainError`. */
export function createPipeline({
  readRequest,
  identify,
  admit,
  browser,
  limitCaller,
  trustedProxies,
}: PipelineDeps): Pipeline {
  const guardBrowsers = createCrossSiteGuard(browser)
  return async (req, res, read = readRequest) => {
    announceSecurity(res, !browser.development)
    const forwardedFor = req.headers['x-forwarded-for']
    const address = clientAddress(req.socket.remoteAddress, forwardedFor, trustedProxies)
    let input: RateLimitInput = { req, res, address }
    let request: GatewayRequest
    let identity: Identity | undefined
    try {
      request = read(req, res, address)
      guardBrowsers(request)
      input = request
      const { prefix, credentials } = request
      if (prefix && !isPreflight(req)) identity = await identify(credentials, prefix)
    } catch (error) {
      // Failed requests count for the address: guessed tokens and probed paths.
      await limitCaller(input, undefined)
      throw error
    }
    await limitCaller(request, identity)
    if (!isPreflight(req)) await admit(request, identity)
    return { request, identity }
  }
}
