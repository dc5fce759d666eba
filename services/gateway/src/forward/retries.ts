import type { IncomingMessage } from 'node:http'
import { traceHeaders } from '@landscape/http/telemetry/trace-context'
import { beginCall, type Tracing } from '@landscape/http/telemetry/tracing'
import { isNotReached } from './connecting-agent.ts'
import type { Replica } from './replica.ts'
import type { Replicas } from './replicas.ts'
import { CLIENT_LEFT, isClosing, isMisdirected, noResponse, notAvailable } from './send.ts'
import type { UpstreamEvent } from './upstream-metrics.ts'

/** A request that may be sent to several replicas until one responds. */
export interface RetryableRequest {
  /** Sends it to a replica with headers of the trace; rejects as `Send` does. */
  send: (replica: URL, trace: ReturnType<typeof traceHeaders>) => Promise<IncomingMessage>
  /** Whether the caller still waits for the response. */
  isWanted: () => boolean
  /** Whether it can be sent again unchanged. */
  isBuffered: boolean
  /** Whether it is safe (RFC 9110 §9.2.1) and has no body, so that it can be sent twice. */
  isRepeatable: boolean
}

interface RetriesDeps {
  service: string
  replicas: Replicas
  /** Milliseconds after which a failed attempt is not repeated. */
  timeoutMs: number
  observe: (event: UpstreamEvent) => void
  tracing?: Tracing | undefined
}

/** The response, and the replica that sent it. */
interface Found {
  response: IncomingMessage
  replica: Replica
}

type Attempt = { response: IncomingMessage } | { error: unknown; elapsedMs: number }

/** Maximum number of retries after a request reached another service. */
const MAX_MISDIRECTED = 3

/**
 * Sends a request to one healthy replica after another: to the next one when no byte was sent, once more
 * when a safe request failed, and to the current addresses when the service has moved.
 *
 * The result rejects with `CLIENT_LEFT`, or with a `DomainError` when the service fails.
 */
export function createRetries(deps: RetriesDeps): (request: RetryableRequest) => Promise<Found> {
  const { service, replicas, timeoutMs, observe } = deps
  return async (request) => {
    let misdirected = 0
    let isRepeated = false
    let avoid: Replica | undefined
    while (request.isWanted()) {
      const replica = await replicas.next(request.isWanted, avoid)
      if (!replica) break
      const attempt = await attemptAt(replica, request, deps)
      if ('response' in attempt) {
        const { response } = attempt
        if (!isMisdirected(response)) {
          replica.responded(!isClosing(response))
          return { response, replica }
        }
        response.resume()
        observe('misdirected')
        replica.markDown()
        await replicas.refresh()
        if (++misdirected > MAX_MISDIRECTED || !request.isBuffered) break
      } else {
        const { error, elapsedMs } = attempt
        if (error === CLIENT_LEFT) throw error
        avoid = replica
        if (isNotReached(error)) {
          replica.markDown()
          continue
        }
        replica.suspect()
        if (isRepeated || elapsedMs >= timeoutMs || !request.isRepeatable)
          throw noResponse(service, error)
        isRepeated = true
        observe('repeated')
      }
    }
    throw request.isWanted() ? notAvailable(service) : CLIENT_LEFT
  }
}

/** Sends a request to one replica, in a span of its own. */
async function attemptAt(
  replica: Replica,
  { send }: RetryableRequest,
  { service, tracing }: RetriesDeps,
): Promise<Attempt> {
  const started = performance.now()
  const done = replica.countRequest()
  const span = beginCall(tracing, `request ${service}`)
  let status = 0
  try {
    const response = await send(replica.url, traceHeaders(span?.trace))
    status = response.statusCode ?? 0
    return { response }
  } catch (error) {
    return { error, elapsedMs: performance.now() - started }
  } finally {
    done()
    span?.end({
      attributes: status > 0 ? { 'http.response.status_code': status } : {},
      failed: status === 0 || status >= 500,
    })
  }
}
