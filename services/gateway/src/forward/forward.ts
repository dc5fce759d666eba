import type { IncomingMessage, ServerResponse } from 'node:http'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { isAnonymous, type GatewayRequest } from '../request/gateway-request.ts'
import { cleanResponseHeaders } from '../request/headers.ts'
import type { UpstreamName } from '../request/prefixes.ts'
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
 * Serves a shared read from memory; its readers share a revalidation. http-proxy-middleware carries every other
 * request.
 */
export function createForwarder({ upstreams, sharedReads }: ForwardDeps): Forward {
  return async (request, service) => {
    const upstream = upstreams[service]
    const shared = sharedReads && sharedRequestOf(request)
    if (shared && (await sharedReads.serve(request, shared, upstream))) return

    describeBody(request, service)
    const describe = (response: IncomingMessage) => {
      if (shared) sharedReads.note(shared, response)
      if (!isAnonymous(request)) makePrivate(response.headers)
      describeResponse(response, request.res)
    }
    try {
      await upstream.exchange(retryable(request, upstream, describe), () =>
        upstream.proxy.endOf(request),
      )
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
function makePrivate(headers: IncomingMessage['headers']): void {
  const cacheControl = headers['cache-control']
  if (cacheControl !== undefined)
    headers['cache-control'] = cacheControl.replace(/\bpublic\b/i, 'private')
}

/**
 * Drops connection headers and the reason phrase, and joins `Vary` with
 * the gateway's.
 */
function describeResponse(response: IncomingMessage, res: ServerResponse): void {
  const { headers } = response
  cleanResponseHeaders(headers)
  delete headers['transfer-encoding']
  response.statusMessage = ''
  // Without the header the library sends `keep-alive`; with an empty one Node decides, which counts the requests.
  Object.assign(headers, { connection: res.getHeader('connection') ?? [] })
  const added = res.getHeader('vary')
  if (headers.vary !== undefined && added !== undefined) headers.vary += `, ${String(added)}`
}

function retryable(
  request: GatewayRequest,
  upstream: Upstream,
  describe: (response: IncomingMessage) => void,
): RetryableRequest {
  const { req, res, body } = request
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  const isEmpty = !body && coding === undefined && length === '0'
  return {
    send(replica, trace) {
      Object.assign(req.headers, trace)
      return upstream.proxy.send(request, replica, describe)
    },
    isWanted: () => !res.destroyed,
    isBuffered: body !== undefined || isEmpty,
    isRepeatable: isEmpty && (req.method === 'GET' || req.method === 'HEAD'),
  }
}
