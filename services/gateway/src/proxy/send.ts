import { once } from 'node:events'
import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { SERVICE_HEADER } from '@landscape/identity'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import { DomainError } from '@landscape/errors'
import type { GatewayRequest } from '../request/gateway-request.ts'

interface Attempt {
  target: URL
  body: Buffer | undefined
  answered: (answer: IncomingMessage) => void
  failed: (error: Error) => void
}

/**
 * Sends a request to one replica.
 *
 * Rejects with `ClientLeft`, with an error that `isNotReached` when not a byte was sent, else with what went wrong. Once it resolves, an answer that breaks off cuts the client's connection.
 */
export type Send = (request: GatewayRequest, target: URL) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a request is given up */
export function createSend(agent: Agent, timeoutMs: number): Send {
  const attempts = new WeakMap<IncomingMessage, Attempt>()
  const proxy = createProxyMiddleware({
    router: (req, _res, options) => {
      const { target, body } = attempts.get(req) as Attempt
      if (body) options.buffer = Readable.from([body])
      return target
    },
    selfHandleResponse: true,
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The default plugins answer failures themselves, in plain text with the path in it. Without a
    // listener for `error` the failure rejects the middleware's promise instead.
    ejectPlugins: true,
    plugins: [reportTo(attempts)],
  })
  return ({ req, res, body }, target) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    attempts.set(req, { target, body, answered: resolve, failed: reject })
    // Every attempt listens to it until the end.
    res.setMaxListeners(0)
    // Without an answer it resolves only when nobody is left to hear it.
    proxy(req, res).then(() => reject(new ClientLeft()), reject)
    return promise
  }
}

function reportTo(attempts: WeakMap<IncomingMessage, Attempt>): Plugin {
  return (server) => {
    server.on('proxyReq', (call, req) => refuseUpgrade(call, attempts.get(req)))
    server.on('proxyRes', (answer, req) => {
      const attempt = attempts.get(req)
      if (isAnswer(answer)) attempt?.answered(answer)
      else attempt?.failed(new Error(`Answered with status ${answer.statusCode}`))
    })
  }
}

/** Node sends no status below 100, and 1xx is no answer (RFC 9110 §15). */
export function isAnswer({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode <= 599
}

/** Nobody asks for another protocol here; without a listener the request would never end. */
function refuseUpgrade(call: ClientRequest, attempt: Attempt | undefined): void {
  call.once('upgrade', (_answer, socket) => {
    socket.destroy()
    attempt?.failed(new Error('Switched protocols unasked'))
  })
}

const ASK_MS = 2_000

/**
 * Asks a replica whether it lives, on a connection of its own.
 * @throws Error when it is silent, refuses, or is not (or no longer) this service
 */
export async function askWhetherAlive(service: string, url: URL): Promise<void> {
  const { get } = url.protocol === 'https:' ? https : http
  const call = get(new URL('/livez', url), {
    agent: false,
    headers: { [SERVICE_HEADER]: service },
    signal: AbortSignal.timeout(ASK_MS),
  })
  // Later failures have nobody else to tell.
  call.on('error', () => {})
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`Answered with status ${answer.statusCode}`)
}

/** Nobody is left to answer; this says nothing about the service. */
export class ClientLeft extends Error {}

/** The service took a request and gave no whole answer. */
export function noAnswer(service: string, cause: unknown): DomainError {
  return new DomainError('upstream-unavailable', `The ${service} service did not answer`, { cause })
}

/** No replica of the service answers; nothing of the request was sent. */
export function notAvailable(service: string): DomainError {
  return new DomainError('unavailable', `The ${service} service is not available`, {
    reason: 'no replica',
    retryAfter: 5,
  })
}
