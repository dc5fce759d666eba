import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@landscape/contracts/logger'
import { respondToConnectionErrors, endSoon, rejectMalformed } from './connection-errors.ts'
import { limitConnections } from './limit-connections.ts'
import { PROBES } from '../request/begin-request.ts'
import { pathOf } from '../request/request-target.ts'
import { listen } from './listen.ts'
import type { Metrics } from '../telemetry/metrics.ts'

const HEADERS_TIMEOUT_MS = 20_000
/** Maximum time for a complete request, body included. */
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_MS = 1_000
const STALLED_MS = 60_000
/** A load balancer keeps idle connections for 60 s; ours must live longer. */
const KEEP_ALIVE_MS = 65_000
/** The last response carries `Connection: close`; a client that pipelines more is cut off. */
const MAX_REQUESTS_PER_CONNECTION = 1_000
/** The load balancer's tokens, its session cookies and the client's own headers. */
export const MAX_HEADER_BYTES = 64 * 1024
/** A service accepts what the gateway accepts and the headers that the gateway adds. */
const SERVICE_HEADER_BYTES = MAX_HEADER_BYTES + 16 * 1024
/** Longer than the gateway keeps an idle connection to a service. */
const IDLE_GRACE_MS = 1_500
/** Time without requests after which the gateway has noticed that the server stops. */
const UNUSED_MS = 500
const SWEEP_MS = 50

export interface ServeOptions {
  /** The address to listen on; all addresses when undefined. */
  host: string | undefined
  port: number
  logger: Logger
  /** Milliseconds for which a draining server accepts connections, until a load balancer notices. */
  shutdownDelayMs?: number
  /** Milliseconds after which a draining server cuts open connections, counted from the end of that delay. */
  drainMs?: number
  /** Maximum size of a request's headers and target (bytes). */
  maxHeaderBytes?: number
  /** Maximum time for a complete request, body included (milliseconds). */
  requestMs?: number
  /** Maximum time that a client may neither send nor read while the server waits for it (milliseconds). */
  stalledMs?: number
  /** Maximum number of open connections; 0 or absent: no limit. */
  maxConnections?: number
  /** Observes each request, and is closed with the server. */
  metrics?: Metrics | undefined
}

/** A server that listens. */
export interface Running {
  /** The port in use; the system chooses it when the requested port is 0. */
  port: number
  isDraining: () => boolean
  /** Stops accepting, lets requests in flight finish, then resolves. */
  drain: () => Promise<void>
}

/**
 * Starts an HTTP server.
 * @throws Error with a remedy for the operator when the port cannot be used
 */
export async function serve(listener: RequestListener, options: ServeOptions): Promise<Running> {
  const { host, port, logger, shutdownDelayMs = 0, maxConnections = 0, metrics } = options
  const { drainMs = shutdownDelayMs > 0 ? 5_000 : 7_000 } = options
  const inFlight = new Set<ServerResponse>()
  let drained: Promise<void> | undefined
  let lastDrainedAt = -Infinity
  const server = createServer(serverOptions(options), (req, res) => {
    // Requests that were pipelined behind a rejected one are not served.
    if (isRejected(req.socket) || !req.socket.writable) return
    metrics?.observe(req, res)
    if (drained) {
      res.setHeader('connection', 'close')
      if (!PROBES.has(pathOf(req.url))) lastDrainedAt = performance.now()
    }
    inFlight.add(res)
    res.on('close', () => inFlight.delete(res))
    res.on('finish', () => closeUnlessComplete(req))
    if (!rejectMalformed(req, res, logger)) listener(req, res)
  })
  const isRejected = respondToConnectionErrors(server, { logger, metrics, inFlight })
  if (maxConnections > 0) limitConnections(server, maxConnections, metrics)
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION
  server.on('dropRequest', (_req, socket) => socket.destroy())
  server.timeout = options.stalledMs ?? STALLED_MS
  server.on('timeout', (socket) => {
    if (!isAwaited(socket, inFlight)) socket.destroy()
  })
  await listen(server, host, port)
  const { address, port: actual } = server.address() as AddressInfo
  logger.info({ host: host ?? address, port: actual }, 'listening')
  const drain = async (): Promise<void> => {
    for (const res of inFlight) if (!res.headersSent) res.setHeader('connection', 'close')
    await sleep(shutdownDelayMs)
    const isUsed = () => performance.now() - lastDrainedAt < UNUSED_MS
    await closeServer(server, drainMs, isUsed).finally(() => metrics?.close())
  }
  return {
    port: actual,
    isDraining: () => drained !== undefined,
    drain: () => (drained ??= drain()),
  }
}

function serverOptions({
  maxHeaderBytes = SERVICE_HEADER_BYTES,
  requestMs = REQUEST_TIMEOUT_MS,
}: ServeOptions) {
  return {
    // Node's own response to a request without Host has no body.
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  }
}

/** Closes the connection of a request with an incomplete body, after the rest of the packet is parsed. */
function closeUnlessComplete(req: IncomingMessage): void {
  setImmediate(() => {
    if (!req.complete) endSoon(req.socket)
  })
}

/** Whether the client of a silent connection has sent its request and waits for the response. */
function isAwaited(socket: Socket, inFlight: Iterable<ServerResponse>): boolean {
  for (const { req, headersSent } of inFlight) {
    if (req.socket === socket) return req.complete && !headersSent
  }
  return false
}

/**
 * Waits for open connections to end, then stops accepting new ones. A request may be on its way on an idle
 * connection: its response carries `Connection: close`, and clients close unused connections first. A client
 * that has not noticed opens another connection for its next request.
 *
 * @param isUsed whether a client has not noticed yet
 */
async function closeServer(
  server: Server,
  forceAfterMs: number,
  isUsed: () => boolean,
): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), forceAfterMs)
  const end = performance.now() + IDLE_GRACE_MS
  while (performance.now() < end && (isUsed() || (await openConnections(server)) > 0))
    await sleep(SWEEP_MS)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  try {
    await closed
  } finally {
    clearInterval(sweep)
    clearTimeout(force)
  }
}

async function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
