import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { Agent, type Dispatcher } from 'undici'
import { UndiciResponse, type UpstreamResponse } from './upstream-response.ts'
import { createConnector, IDLE_MS } from './connecting-agent.ts'

/** A request of the gateway itself. */
export interface UpstreamRequest {
  /** `GET` when absent. */
  method?: string | undefined
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Cancels the request; without it only the time-out of the service does. */
  signal?: AbortSignal | undefined
}

/**
 * Sends a request of the gateway itself to one replica.
 *
 * Rejects with the reason of its signal, with an error that `isNotReached` when no byte was sent, or with
 * another error. A response that breaks off or stalls fails while it is read.
 */
export type Send = (replica: URL, request: UpstreamRequest) => Promise<UpstreamResponse>

/**
 * Connections for requests of the gateway itself.
 *
 * @param timeoutMs silence of the service after which a request is cancelled
 * @param connectTimeoutMs maximum time to open a connection
 */
export function createSendAgent(timeoutMs: number, connectTimeoutMs?: number): Agent {
  return new Agent({
    connect: createConnector(connectTimeoutMs),
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  })
}

/** Sends requests of the gateway itself over the connections of an agent. */
export function createSend(agent: Agent): Send {
  return (replica, request) => {
    const { method = 'GET', path, headers, body, signal } = request
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const pending = new PendingRequest(request)
    const options = { origin: replica.origin, path, method, headers, body, reset: false }
    agent.dispatch(options as Dispatcher.DispatchOptions, pending)
    return pending.response
  }
}

/** One request under way in undici, until its response ends. */
class PendingRequest implements Dispatcher.DispatchHandler {
  readonly response: Promise<UpstreamResponse>
  readonly #request: UpstreamRequest
  readonly #resolve: (response: UpstreamResponse) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #body: UndiciResponse | undefined
  #cancelledBy: Error | undefined

  constructor(request: UpstreamRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>()
    this.response = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#request = request
    request.signal?.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#cancelledBy) controller.abort(this.#cancelledBy)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: ConstructorParameters<typeof UndiciResponse>[2],
  ): void {
    // 1xx precedes the response (RFC 9110 §15.2).
    if (statusCode < 200) return
    if (!isFinalStatus(statusCode)) {
      this.#cancel(unexpectedStatus(statusCode))
      return
    }
    this.#body = new UndiciResponse(controller, statusCode, headers)
    this.#resolve(this.#body)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.addChunk(chunk)
  }

  onResponseEnd(): void {
    this.#stopListening()
    this.#body?.push(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening()
    this.#reject(error)
    this.#body?.destroy(error)
  }

  readonly #onAbort = (): void => this.#cancel(this.#request.signal?.reason as Error)

  #cancel(reason: Error): void {
    this.#cancelledBy = reason
    this.#reject(reason)
    this.#controller?.abort(reason)
  }

  #stopListening(): void {
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
  }
}

/** Whether Node can send a status to a client (RFC 9110 §15). */
export function isFinalStatus(status = 0): boolean {
  return status >= 200 && status <= 599
}

/** The failure of a service with a status outside of RFC 9110. */
export function unexpectedStatus(status: number | undefined): Error {
  return new Error(`Unexpected status ${status}`)
}

/** The client closed its connection, which is not a failure of the service. */
export const CLIENT_LEFT = new Error('The client left')

/** The service accepted a request and did not return a complete response. */
export function noResponse(service: string, cause: unknown): DomainError {
  return new DomainError('upstream-unavailable', `The ${service} service did not respond`, {
    cause,
  })
}

/** No replica of the service is reachable; nothing of the request was sent. */
export function notAvailable(service: string): DomainError {
  return new DomainError('unavailable', `The ${service} service is not available`, {
    reason: 'no replica',
    retryAfter: 5,
  })
}
