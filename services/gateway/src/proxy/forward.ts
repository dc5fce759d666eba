import type { IncomingHttpHeaders } from 'node:http'
import { SERVICE_HEADER } from '@landscape/identity'
import { isOfNobody, type GatewayRequest } from './gateway-request.ts'
import type { UpstreamName } from './prefixes.ts'
import type { Answer } from './answer.ts'
import { createAnswers } from './answers.ts'
import { noAnswer, type Question } from './send.ts'
import type { Errand, Upstream, Upstreams } from './upstream.ts'

/**
 * Streams a request to a service and the answer back; the path stays as it is.
 * Rejects with a `DomainError` when the service fails.
 *
 * @param notice told of the answer before it is passed on
 */
export type Forward = (
  request: GatewayRequest,
  service: UpstreamName,
  notice?: (answer: Answer) => void,
) => Promise<void>

/** Passes requests on to the services, whatever they are. */
export function createForwarder(upstreams: Upstreams): Forward {
  const pass = createAnswers()
  return async (request, service, notice) => {
    const { headers } = request.req
    headers[SERVICE_HEADER] = service
    if (request.body) {
      headers['content-length'] = String(request.body.length)
      delete headers['transfer-encoding']
    }
    const upstream = upstreams[service]
    const slot = upstream.takeSlot()
    try {
      const found = await upstream.ask(errandOf(request, upstream))
      if (!found) return
      notice?.(found.answer)
      if (!isOfNobody(request)) closeToOthers(found.answer.headers)
      await pass(found.answer, request.res, slot).catch((error: unknown) => {
        found.replica.doubt()
        throw noAnswer(service, error)
      })
    } finally {
      slot.free()
    }
  }
}

/** What a service has for everybody is not that where callers have to be let in first, or are known. */
function closeToOthers(headers: IncomingHttpHeaders): void {
  const said = headers['cache-control']
  if (said !== undefined) headers['cache-control'] = said.replace(/\bpublic\b/i, 'private')
}

function errandOf(request: GatewayRequest, upstream: Upstream): Errand {
  const { req, res } = request
  const isWhole = isSentWhole(request)
  return {
    send(replica, trace) {
      Object.assign(req.headers, trace)
      return isWhole ? upstream.send(replica, wholeOf(request)) : upstream.stream(request, replica)
    },
    isWanted: () => !res.destroyed,
    isWhole,
    // RFC 9110 §9.2.1
    isSafe: isWhole && (req.method === 'GET' || req.method === 'HEAD'),
  }
}

/** To a replica under its own name; which one the client used is in `x-forwarded-host`. */
function wholeOf({ req, res, body }: GatewayRequest): Question {
  const { method, url: path = '/' } = req
  const { host: _host, ...headers } = req.headers
  return { method, path, headers, body, asker: res }
}

/** Whether a request may be sent again as it is: what is streamed is gone once it was sent. */
function isSentWhole({ req, body }: GatewayRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  return body !== undefined || (coding === undefined && length === '0')
}
