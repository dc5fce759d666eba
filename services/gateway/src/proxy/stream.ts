import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { GatewayRequest } from './gateway-request.ts'
import { CLIENT_LEFT, isAnswer } from './send.ts'

interface Attempt {
  target: URL
  answered: (answer: IncomingMessage) => void
  failed: (error: Error) => void
}

/**
 * Sends a request to one replica while its body comes in. What is whole is sent with less effort: see `Send`.
 *
 * Rejects as `Send` does. Once it resolves, an answer that breaks off cuts the client's connection.
 */
export type Stream = (request: GatewayRequest, target: URL) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a request is given up */
export function createStream(agent: Agent, timeoutMs: number): Stream {
  const attempts = new WeakMap<IncomingMessage, Attempt>()
  const proxy = createProxyMiddleware({
    router: (req) => (attempts.get(req) as Attempt).target,
    selfHandleResponse: true,
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The default plugins answer failures themselves, in plain text with the path in it. Without a
    // listener for `error` the failure rejects the middleware's promise instead.
    ejectPlugins: true,
    plugins: [reportTo(attempts)],
  })
  return ({ req, res }, target) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    attempts.set(req, { target, answered: resolve, failed: reject })
    // Every attempt listens to it until the end.
    res.setMaxListeners(0)
    // Without an answer it resolves only when nobody is left to hear it.
    proxy(req, res).then(() => reject(CLIENT_LEFT), reject)
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

/** Nobody asks for another protocol here; without a listener the request would never end. */
function refuseUpgrade(call: ClientRequest, attempt: Attempt | undefined): void {
  call.once('upgrade', (_answer, socket) => {
    socket.destroy()
    attempt?.failed(new Error('Switched protocols unasked'))
  })
}
