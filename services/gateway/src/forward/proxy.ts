import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware'
import type { GatewayRequest } from '../request/gateway-request.ts'
import type { ConnectingAgent } from './connecting-agent.ts'
import { CLIENT_LEFT, expectResponse, isMisdirected } from './send.ts'

/** Sends requests of clients to replicas by http-proxy-middleware. */
export interface Proxy {
  /**
   * Sends a request to one replica, a body that was not buffered while it arrives. Resolves with the response,
   * which is being sent to the client, no faster than the client reads, unless it `isMisdirected`.
   *
   * Rejects with `CLIENT_LEFT`, with an error that `isNotReached` when no byte was sent, or with another error.
   *
   * @param describe changes the headers of the response before they are sent
   */
  send: (
    request: GatewayRequest,
    replica: URL,
    describe: (response: IncomingMessage) => void,
  ) => Promise<IncomingMessage>
  /**
   * Resolves when the response was received completely, or the client left. Rejects when it ends early; the
   * client gets nothing of a response without a body byte.
   */
  endOf: (request: GatewayRequest) => Promise<void>
}

/** A request at one replica. */
interface Attempt {
  replica: URL
  body: Buffer | undefined
  describe: (response: IncomingMessage) => void
  resolve: (response: IncomingMessage) => void
  reject: (error: Error) => void
  /** Present once a connection is assigned. */
  call?: ClientRequest
  /** Present once a response is being sent. */
  end?: Promise<void>
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
      proxyReq(call, req, res) {
        const attempt = attempts.get(req) as Attempt
        attempt.call = call
        chooseResponse(call, attempt, res)
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
    send({ req, res, body }, replica, describe) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      attempts.get(req)?.call?.removeAllListeners('error').on('error', ignore)
      attempts.set(req, { replica, body, describe, resolve, reject })
      // Each attempt adds listeners that stay until the response ends.
      req.setMaxListeners(0)
      res.setMaxListeners(0)
      // Without a response it resolves only when the client has left.
      proxy(req, res).then(() => reject(CLIENT_LEFT), reject)
      return promise
    },
    endOf: async ({ req }) => attempts.get(req)?.end,
  }
}

/** A failure of an earlier attempt is not one of the next attempt. */
const ignore = (): void => {}

/**
 * Lets the library send the response at once, while its first bytes are parsed: later costs 25 % more
 * processor time. It does not send a response after which another replica responds.
 */
function chooseResponse(call: ClientRequest, attempt: Attempt, res: ServerResponse): void {
  const listeners = call.listeners('response')
  call.removeAllListeners('response')
  const choose = (response: IncomingMessage) => {
    if (!isMisdirected(response)) {
      attempt.describe(response)
      attempt.end = sendResponse(response, res, () => {
        for (const send of listeners) send.call(call, response)
      })
      attempt.end.catch(ignore)
    }
    attempt.resolve(response)
  }
  expectResponse(call, choose, attempt.reject)
}

function sendResponse(
  response: IncomingMessage,
  res: ServerResponse,
  send: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const own = res.getHeaders()
  response.once('end', resolve)
  response.once('close', () => {
    if (response.readableEnded) return
    // The client did not read until the time-out, so the service could not send.
    if (res.headersSent && res.writableNeedDrain) resolve()
    else reject(new Error('The response ended early'))
  })
  res.once('close', resolve)
  send()
  // The library would disconnect the client, which can still receive an error.
  response.removeAllListeners('error').on('error', () => {
    if (res.headersSent || res.destroyed) return
    response.removeAllListeners('close').unpipe(res)
    replaceHeaders(res, own)
    reject(new Error('The response ended early'))
  })
  return promise
}

function replaceHeaders(res: ServerResponse, headers: ReturnType<ServerResponse['getHeaders']>) {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) res.setHeader(name, value)
  // Node does not add a date after one was removed.
  res.sendDate = true
}
