import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { CLIENT_LEFT, isFinalStatus, unexpectedStatus } from './send.ts'

interface Attempt {
  target: URL
  resolve: (response: IncomingMessage) => void
  reject: (error: Error) => void
}

/**
 * Streams a request to one replica while its body arrives.
 *
 * Rejects as `Send` does. A response that breaks off later cuts the client's connection.
 */
export type Stream = (request: GatewayRequest, target: URL) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a request is cancelled */
export function createStream(agent: Agent, timeoutMs: number): Stream {
  const attempts = new WeakMap<IncomingMessage, Attempt>()
  const proxy = createProxyMiddleware({
    router: (req) => (attempts.get(req) as Attempt).target,
    selfHandleResponse: true,
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The default plugins send failures as plain text with the path. Without a listener for `error`
    // a failure rejects the middleware's promise instead.
    ejectPlugins: true,
    plugins: [reportTo(attempts)],
  })
  return ({ req, res }, target) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    attempts.set(req, { target, resolve, reject })
    // Each attempt adds listeners that stay until the response ends.
    res.setMaxListeners(0)
    // Without a response it resolves only when the client has left.
    proxy(req, res).then(() => reject(CLIENT_LEFT), reject)
    return promise
  }
}

function reportTo(attempts: WeakMap<IncomingMessage, Attempt>): Plugin {
  return (server) => {
    server.on('proxyReq', (call, req) => rejectUpgrade(call, attempts.get(req)))
    server.on('proxyRes', (response, req) => {
      const attempt = attempts.get(req)
      if (isFinalStatus(response.statusCode)) attempt?.resolve(response)
      else attempt?.reject(unexpectedStatus(response.statusCode))
    })
  }
}

/** Without a listener a request whose service switches protocols would never end. */
function rejectUpgrade(call: ClientRequest, attempt: Attempt | undefined): void {
  call.once('upgrade', (_response, socket) => {
    socket.destroy()
    attempt?.reject(new Error('Unrequested protocol switch'))
  })
}
