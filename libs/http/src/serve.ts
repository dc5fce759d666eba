import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@landscape/logging'
import { listen } from './listen.ts'
import type { Metrics } from './metrics.ts'
import { boundConnections, type ConnectionLimits } from './open-connections.ts'
import { countProblems } from './answer-problem.ts'
import { boundedPieces, boundPipelines, trackConnections } from './bounded-connection.ts'
import { answerConnectionErrors, refuseWithoutHost, TOO_MANY_PIECES } from './connection-errors.ts'

const HEADERS_TIMEOUT_MS = 20_000
/** For a whole request, however its body is sent. */
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_MS = 1_000
const STALLED_MS = 60_000
/** The load balancer's tokens, its session cookies and the client's own headers. */
export const MAX_HEADER_BYTES = 64 * 1024
/** What the gateway lets in, a service takes, with what the gateway adds: who calls and from where. */
const SERVICE_HEADER_BYTES = MAX_HEADER_BYTES + 16 * 1024
/** Longer than the gateway keeps an idle connection to a service. */
const IDLE_GRACE_MS = 1_500

export interface ServeOptions {
  host: string
  port: number
  logger: Logger
  /** Milliseconds in which a draining server still accepts connections, for a load balancer to notice. */
  shutdownDelayMs?: number
  /** Milliseconds from then on after which open connections are cut. */
  drainMs?: number
  /** Maximum size of a request's headers in bytes, its target included. */
  maxHeaderBytes?: number
  /** Milliseconds within which a request must have come whole, body included. */
  requestMs?: number
  /** Milliseconds of silence after which a peer whose turn it is to send or read is given up. */
  stalledMs?: number
  /** Open connections; without limits when absent. */
  connections?: ConnectionLimits
  /** Told of each request, and closed with the server. */
  metrics?: Metrics | undefined
}

/** A server that listens. */
export interface Running {
  /** The port in use; the system's choice when 0 was asked for. */
  port: number
  isDraining: () => boolean
  /** Stops accepting, lets requests in flight finish, then resolves. */
  drain: () => Promise<void>
}

/**
 * Starts an HTTP server.
 * @throws Error with a text for the operator when the port cannot be used
 */
export async function serve(
  listener: RequestListener,
  {
    host,
    port,
    logger,
    shutdownDelayMs = 0,
    drainMs = shutdownDelayMs > 0 ? 5_000 : 7_000,
    maxHeaderBytes = SERVICE_HEADER_BYTES,
    requestMs = REQUEST_TIMEOUT_MS,
    stalledMs = STALLED_MS,
    connections,
    metrics,
  }: ServeOptions,
): Promise<Running> {
  let draining = false
  const isDraining = () => draining
  const connectionOf = trackConnections()
  const mayServe = boundPipelines(connectionOf)
  const underWay = new Set<ServerResponse>()
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    metrics?.observe(req, res)
    if (draining) res.setHeader('connection', 'close')
    underWay.add(res)
    res.on('close', () => underWay.delete(res))
  }
  const server: Server = createServer(
    // Node's own refusal of a request without Host has no body; ours has.
    {
      requireHostHeader: false,
      // Without the life of a stream that has nothing to tell: nobody reads a body that was not announced.
      optimizeEmptyRequests: true,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      IncomingMessage: boundedPieces(connectionOf, (socket) =>
        server.emit('clientError', TOO_MANY_PIECES, socket),
      ),
    },
    (req, res) => {
      if (!mayServe(req, res)) return
      begin(req, res)
      if (!refuseWithoutHost(req, res, logger)) listener(req, res)
    },
  )
  answerConnectionErrors(server, { logger, metrics, connectionOf, mayServe })
  if (connections) {
    const count = countProblems(metrics)
    boundConnections(server, connections, (reason) =>
      count?.({ kind: 'too-many-connections', route: 'none', reason }),
    )
  }
  // Behind a load balancer that keeps idle connections for 60 s, ours must live longer.
  server.keepAliveTimeout = 65_000
  server.timeout = stalledMs
  server.on('timeout', (socket) => {
    if (!isAwaited(socket, underWay)) socket.destroy()
  })
  await listen(server, host, port)
  const actual = (server.address() as AddressInfo).port
  logger.info({ host, port: actual }, 'listening')
  let done: Promise<void> | undefined
  return {
    port: actual,
    isDraining,
    drain: () => {
      if (done) return done
      draining = true
      for (const res of underWay) if (!res.headersSent) res.setHeader('connection', 'close')
      done = sleep(shutdownDelayMs)
        .then(() => closeServer(server, drainMs))
        .finally(() => metrics?.close())
      return done
    },
  }
}

/**
 * Whether a connection is silent because its peer has sent everything and waits for us. How long an
 * answer may take is for those to say who work on it; a peer that neither sends nor reads is given up.
 */
function isAwaited(socket: Socket, underWay: Iterable<ServerResponse>): boolean {
  for (const res of underWay) {
    if (res.socket === socket) return res.req.complete && !res.headersSent
  }
  return false
}

/**
 * Accepts no more connections and waits for the present ones to end. An idle connection stays for
 * a while: a request may be on its way on it, and closing it now would lose that request. Its answer
 * says `Connection: close`; a client that sends none closes an idle connection before we do.
 */
async function closeServer(server: Server, forceAfterMs: number): Promise<void> {
  // Not the HTTP server's own `close`, which closes idle connections at once.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  let sweep: NodeJS.Timeout | undefined
  const patience = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 50)
  }, IDLE_GRACE_MS)
  const force = setTimeout(() => server.closeAllConnections(), forceAfterMs)
  try {
    await closed
  } finally {
    clearTimeout(patience)
    clearInterval(sweep)
    clearTimeout(force)
  }
}
