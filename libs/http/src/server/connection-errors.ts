import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@landscape/contracts/logger'
import { problemCounter } from '../errors/send-problem.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { plainProblem } from '../errors/problem.ts'
import { newTrace } from '../telemetry/trace-context.ts'
import { ownMember } from '@landscape/contracts/json'

type Log = Pick<Logger, 'info'>

interface ConnectionErrorDeps {
  logger: Log
  metrics: Metrics | undefined
  /** Responses of all connections that are not sent yet, in the order of their requests. */
  inFlight: ReadonlySet<ServerResponse>
}

/** Methods that a path may have. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const
/** Maximum time (ms) for a client to read the response, while the rest of its request is discarded. */
const LINGER_MS = 5_000

/** Responses to errors of Node's parser, by error code; any other error is a malformed request. */
const PARSER_ERRORS: Record<string, { status: number; text: string; kind: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'Request headers are too large',
    kind: 'headers-too-large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    text: 'Payload too large',
    kind: 'payload-too-large',
  },
  HPE_INVALID_EOF_STATE: { status: 400, text: 'Bad request', kind: 'broken-off' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    text: 'Request was not sent in time',
    kind: 'request-too-slow',
  },
}
const MALFORMED = { status: 400, text: 'Bad request', kind: 'malformed' }

/**
 * Responds with problem details to requests that never reach an app: malformed HTTP, headers beyond the
 * limit, CONNECT, unknown expectations. Responses keep the order of their requests (RFC 9112 §9.3.2).
 *
 * @returns whether a connection was rejected: nothing that arrives on it is served
 */
export function respondToConnectionErrors(
  server: Server,
  { logger, metrics, inFlight }: ConnectionErrorDeps,
): (socket: Duplex) => boolean {
  const count = problemCounter(metrics)
  const rejected = new WeakSet<Duplex>()
  const pendingOn = (socket: Duplex) => [...inFlight].filter(({ req }) => req.socket === socket)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser reports more errors for the bytes behind the first one.
    if (rejected.has(socket)) return
    rejected.add(socket)
    const pending = pendingOn(socket)
    const failed = pending.find(({ req }) => !req.complete)
    afterResponse(
      pending.findLast((res) => res !== failed),
      () => {
        if (socket.writableEnded) return
        if (!socket.writable || failed?.headersSent) {
          socket.destroy()
          return
        }
        const { status, text, kind } = ownMember(PARSER_ERRORS, error.code ?? '') ?? MALFORMED
        count?.({ kind, route: 'none', reason: 'none' })
        reject(socket, problemBody(status, text, logger))
      },
    )
  })
  server.on('connect', ({ socket }: IncomingMessage) => {
    rejected.add(socket)
    afterResponse(pendingOn(socket).at(-1), () => {
      const body = problemBody(405, 'Method not allowed', logger)
      reject(socket, body, { allow: METHODS.join(', ') })
    })
  })
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    if (rejected.has(socket)) return
    rejected.add(socket)
    afterResponse(pendingOn(socket).at(-1), () => {
      reject(socket, problemBody(417, 'Expectation failed', logger))
    })
  })
  return (socket) => rejected.has(socket)
}

/** Calls back once a response has ended; at once without one. */
function afterResponse(res: ServerResponse | undefined, next: () => void): void {
  if (res) res.once('close', next)
  else next()
}

/**
 * Rejects an HTTP/1.1 request without Host (RFC 9112 §3.2), and one whose target is not a path: Express would
 * respond to some of them itself. Returns whether it did.
 */
export function rejectMalformed(
  { headers, httpVersion, url = '' }: IncomingMessage,
  res: ServerResponse,
  logger: Log,
): boolean {
  const isWithoutHost = headers.host === undefined && httpVersion === '1.1'
  if (!isWithoutHost && /^[/*]/.test(url)) return false
  const text = isWithoutHost ? 'Host header is missing' : 'Request target is not a path'
  const { status, body } = problemBody(400, text, logger)
  res.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
  return true
}

const HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
}

interface RawResponse {
  status: number
  body: string
}

function reject(
  socket: Duplex,
  { status, body }: RawResponse,
  more: Record<string, string> = {},
): void {
  const headers = { ...HEADERS, ...more, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`
  endSoon(socket, `${statusLine}\r\n${lines.join('')}\r\n${body}`)
}

/** Closes a connection whose client may be sending; closing at once would reset it and lose the response. */
export function endSoon(socket: Duplex, text = ''): void {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** The problem details, and a log line with the same ids. */
function problemBody(status: number, text: string, logger: Log): RawResponse {
  const requestId = randomUUID()
  const { traceId } = newTrace(requestId)
  logger.info({ requestId, traceId, status }, 'request rejected before the app')
  return { status, body: JSON.stringify(plainProblem(status, text, { requestId, traceId })) }
}
