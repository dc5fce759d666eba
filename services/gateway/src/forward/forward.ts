import type { IncomingHttpHeaders } from 'node:http'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { isAnonymous, type GatewayRequest } from '../request/gateway-request.ts'
import type { UpstreamName } from '../request/prefixes.ts'
import { relay } from './relay.ts'
import type { RetryableRequest } from './retries.ts'
import { CLIENT_LEFT } from './send.ts'
import { sharedRequestOf } from './shareable.ts'
import type { SharedReads } from './shared-reads.ts'
import type { Upstream, Upstreams } from './upstream.ts'

interface ForwardDeps {
  upstreams: Upstreams
  /** The cache of shared responses; each request is forwarded alone when absent. */
  sharedReads?: SharedReads | undefined
}

/**
 * Forwards a request to a service and relays the response; the path does not change.
 * Rejects with a `DomainError` when the service fails.
 */
type Forward = (request: GatewayRequest, service: UpstreamName) => Promise<void>

/**
 * Chooses one of three ways, in this order:
 *
 * 1. A shared read: the readers of one response share its revalidation.
 * 2. A buffered send by undici: cheaper than streaming, and another replica can repeat it.
 * 3. A stream by http-proxy-middleware: for uploads above the size that is buffered; it is not repeated.
 */
export function createForwarder({ upstreams, sharedReads }: ForwardDeps): Forward {
  return async (request, service) => {
    const upstream = upstreams[service]
    const shared = sharedReads && sharedRequestOf(request)
    if (shared && (await sharedReads.serve(request, shared, upstream))) return

    describeBody(request, service)
    const retryable = isBuffered(request)
      ? buffered(request, upstream)
      : streamed(request, upstream)
    try {
      await upstream.exchange(retryable, (response) => {
        if (shared) sharedReads.note(shared, response)
        if (!isAnonymous(request)) makePrivate(response.headers)
        return relay(response, request.res)
      })
    } catch (error) {
      if (error !== CLIENT_LEFT) throw error
    }
  }
}

function describeBody({ req: { headers }, body }: GatewayRequest, service: UpstreamName): void {
  headers[SERVICE_HEADER] = service
  if (!body) return
  headers['content-length'] = String(body.length)
  delete headers['transfer-encoding']
}

/** A public response becomes private when the gateway checked the caller. */
function makePrivate(headers: IncomingHttpHeaders): void {
  const cacheControl = headers['cache-control']
  if (cacheControl !== undefined)
    headers['cache-control'] = cacheControl.replace(/\bpublic\b/i, 'private')
}

/** Whether a request has no body, or a body that was received completely. */
function isBuffered({ req, body }: GatewayRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  return body !== undefined || (coding === undefined && length === '0')
}

function buffered({ req, res, body }: GatewayRequest, upstream: Upstream): RetryableRequest {
  const { method, url: path = '/' } = req
  return {
    send(replica, trace) {
      // The replica gets its own name as `Host`; `x-forwarded-host` has the client's.
      const { host: _host, ...headers } = Object.assign(req.headers, trace)
      return upstream.send(replica, { method, path, headers, body, client: res })
    },
    isWanted: () => !res.destroyed,
    isBuffered: true,
    isRepeatable: !body && (method === 'GET' || method === 'HEAD'),
  }
}

function streamed(request: GatewayRequest, upstream: Upstream): RetryableRequest {
  const { req, res } = request
  return {
    send(replica, trace) {
      Object.assign(req.headers, trace)
      return upstream.stream(request, replica)
    },
    isWanted: () => !res.destroyed,
    isBuffered: false,
    isRepeatable: false,
  }
}
