import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ConnectingAgent } from './connecting-agent.ts'

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
export type Send = (replica: URL, request: UpstreamRequest) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a request is cancelled */
export function createSend(agent: ConnectingAgent, timeoutMs: number): Send {
  return (replica, { method, path, headers, body, signal }) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { request } = replica.protocol === 'https:' ? https : http
    const call = request(replica, { agent, method, path, headers, ...(signal && { signal }) })
    call.setTimeout(timeoutMs, () => call.destroy(new Error('The service is silent')))
    call.on('error', (error) => {
      if (call.reusedSocket && !signal?.aborted) agent.closeIdle()
      reject(signal?.aborted ? (signal.reason as Error) : error)
    })
    expectResponse(call, resolve, reject)
    call.end(body)
    return promise
  }
}

/** Waits for a response that a client can receive. */
export function expectResponse(
  call: ClientRequest,
  resolve: (response: IncomingMessage) => void,
  reject: (error: Error) => void,
): void {
  call.once('response', (response) => {
    // It may break off while nobody reads it.
    response.on('error', () => {})
    if (response.headers.connection === 'close') closing.add(response)
    if (isFinalStatus(response.statusCode)) resolve(response)
    else {
      reject(unexpectedStatus(response.statusCode))
      response.destroy()
    }
  })
  // Without a listener a request whose service switches protocols would never end.
  call.once('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new Error('Unrequested protocol switch'))
  })
}

const closing = new WeakSet<IncomingMessage>()

/** Whether the service closes the connection of a response. */
export function isClosing(response: IncomingMessage): boolean {
  return closing.has(response)
}

/** Whether the address belongs to another service, which did not process the request. */
export function isMisdirected({ statusCode }: IncomingMessage): boolean {
  return statusCode === 421
}

/** Whether Node can send a status to a client (RFC 9110 §15). */
function isFinalStatus(status = 0): boolean {
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
