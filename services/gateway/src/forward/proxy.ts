import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware'
import type { GatewayRequest } from '../request/gateway-request.ts'
import type { ConnectingAgent } from './connecting-agent.ts'
import { CLIENT_LEFT, isFinalStatus, unexpectedStatus } from './send.ts'

/** Sends requests of clients to replicas by http-proxy-middleware. */
export interface Proxy {
  /**
   * Sends a request to one replica, a body that was not buffered while it arrives. Resolves with the head of
   * the response.
   *
   * Rejects with `CLIENT_LEFT`, with an error that `isNotReached` when no byte was sent, or with another error.
   */
  send: (request: GatewayRequest, replica: URL) => Promise<IncomingMessage>
  /**
   * Sends the response to the client, no faster than the client reads. Resolves when it was received completely,
   * or the client left. Rejects when it ends early; the client gets nothing of a response without a body byte.
   */
  respond: (response: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** A request at one replica. */
interface Attempt {
  replica: URL
  body: Buffer | undefined
  resolve: (response: IncomingMessage) => void
  reject: (error: Error) => void
  /** Present once a connection is assigned. */
  call?: ClientRequest
  /** Lets the library send the response. */
  sendResponse?: () => void
}

/** @param timeoutMs silence of the service after which a request is cancelled */
export function createProxy(agent: ConnectingAgent, timeoutMs: number): Proxy {
  /** The latest attempt of each request. */
  const attempts = new WeakMap<IncomingMessage, Attempt>()
  const proxy = createProxyMiddleware({
    router: (req) => (attempts.get(req) as Attempt).replica,
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The default plugins send failures as plain text with the path.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq(call, req) {
        const attempt = attempts.get(req) as Attempt
        attempt.call = call
        holdResponse(call, attempt)
        if (attempt.body) call.write(attempt.body)
      },
      error(error, req, res) {
        const attempt = attempts.get(req)
        if ((res as ServerResponse).destroyed) attempt?.reject(CLIENT_LEFT)
        else {
          // A service that closed one idle connection has closed the others: another attempt must not use them.
          if (attempt?.call?.reusedSocket) agent.closeIdle()
          attempt?.reject(error)
        }
      },
    },
  })
  return {
    send({ req, res, body }, replica) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      attempts.get(req)?.call?.removeAllListeners('error').on('error', ignore)
      attempts.set(req, { replica, body, resolve, reject })
      // Each attempt adds listeners that stay until the response ends.
      req.setMaxListeners(0)
      res.setMaxListeners(0)
      // Without a response it resolves only when the client has left.
      proxy(req, res).then(() => reject(CLIENT_LEFT), reject)
      return promise
    },
    respond(response, res) {
      const end = endOf(response, res)
      const sendResponse = () => attempts.get(res.req)?.sendResponse?.()
      // A response that breaks off before its first byte can still become an error.
      if (response.readableLength > 0 || response.complete) sendResponse()
      else response.once('readable', sendResponse)
      return end
    },
  }
}

/** A failure of an earlier attempt is not one of the next attempt. */
const ignore = (): void => {}

/** Takes the response from the library until it may send it: another replica may have to respond. */
function holdResponse(call: ClientRequest, attempt: Attempt): void {
  const listeners = call.listeners('response')
  call.removeAllListeners('response')
  call.once('response', (response) => {
    // It may break off while nobody reads it.
    response.on('error', ignore)
    if (isFinalStatus(response.statusCode)) {
      attempt.sendResponse = () => listeners.forEach((send) => void send.call(call, response))
      attempt.resolve(response)
    } else {
      attempt.reject(unexpectedStatus(response.statusCode))
      response.destroy()
    }
  })
  // Without a listener a request whose service switches protocols would never end.
  call.once('upgrade', (_response, socket) => {
    socket.destroy()
    attempt.reject(new Error('Unrequested protocol switch'))
  })
}

function endOf(response: IncomingMessage, res: ServerResponse): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A client that did not read until the time-out, so that the service could not send.
  let isClientSlow = false
  response.once('end', resolve)
  // Before the library, which disconnects the client.
  response.once('error', () => (isClientSlow = res.writableNeedDrain))
  response.once('close', () => {
    if (response.readableEnded || isClientSlow) resolve()
    else reject(new Error('The response ended early'))
  })
  res.once('close', resolve)
  return promise
}
