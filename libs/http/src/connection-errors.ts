import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { DomainError } from '@landscape/errors'
import type { Logger } from '@landscape/logging'
import type { Metrics } from './metrics.ts'
import { countProblems } from './answer-problem.ts'
import type { ConnectionOf } from './bounded-connection.ts'
import { toProblem } from './problem.ts'
import { newTrace } from './trace-context.ts'

type Log = Pick<Logger, 'info'>

export interface ErrorOptions {
  logger: Log
  metrics: Metrics | undefined
  connectionOf: ConnectionOf
  mayServe: (req: IncomingMessage, res: ServerResponse) => boolean
}

/** Methods that any path may have. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const
/** How long whoever was refused has for reading why; some would send on for ever. */
const LINGER_MS = 5_000

/** What Node's parser could not take, by its code; anything else is a malformed request. */
const REFUSALS: Record<string, { status: number; text: string; kind: string }> = {
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
  TOO_MANY_PIECES: {
    status: 400,
    text: 'The body comes in too many pieces',
    kind: 'too-many-pieces',
  },
  HPE_INVALID_EOF_STATE: { status: 400, text: 'Bad request', kind: 'broken-off' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    text: 'Request was not sent in time',
    kind: 'request-too-slow',
  },
}
/** An error of our own: the parser takes any number. */
export const TOO_MANY_PIECES = Object.assign(new Error('Too many pieces'), {
  code: 'TOO_MANY_PIECES',
})
const MALFORMED = { status: 400, text: 'Bad request', kind: 'malformed' }

/**
 * Answers what never becomes a request, or not one for an app, in the shape of every other error:
 * bytes that are no HTTP, headers beyond the limit, CONNECT, expectations that nobody meets.
 *
 * Answers come in the order of their requests (RFC 9112 §9.3.2), refusals as well, and each request gets one.
 *
 * @param mayServe told of each request that is answered here
 */
export function answerConnectionErrors(
  server: Server,
  { logger, metrics, connectionOf, mayServe }: ErrorOptions,
): void {
  const count = countProblems(metrics)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connectionOf(socket)
    // What still comes is no HTTP either. Closing now would reset the connection, and lose the answer.
    if (connection.isRefused) return
    connection.isRefused = true
    // The parser would take what still comes; an error of its own has stopped it.
    if (error === TOO_MANY_PIECES) socket.pause()
    const { last, underWay } = connection
    // A request whose body is still coming is what is refused; else something behind all requests.
    const refused = last?.req.complete === false ? last : undefined
    const before = [...underWay].filter((res) => res !== refused)
    whenClosed(before.at(-1), () => {
      // Whoever asked for the last answer may still be reading it.
      if (socket.writableEnded) return
      if (!socket.writable || isBegun(refused)) {
        // An answer under way must not get a second one mixed in.
        socket.destroy()
      } else if (refused?.headersSent) {
        // What was answered whole gets no other.
        whenClosed(underWay.has(refused) ? refused : undefined, () => endSoon(socket))
      } else {
        const { status, text, kind } = REFUSALS[error.code ?? ''] ?? MALFORMED
        count?.({ kind, route: 'none', reason: 'none' })
        refuse(socket, bodyOf(status, text, logger), {})
      }
    })
  })
  server.on('connect', ({ socket }: IncomingMessage) => {
    whenClosed([...connectionOf(socket).underWay].at(-1), () => {
      refuse(socket, bodyOf(405, 'Method not allowed', logger), { allow: METHODS.join(', ') })
    })
  })
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    if (!mayServe(req, res)) return
    connectionOf(req.socket).isRefused = true
    answer(res, bodyOf(417, 'Expectation failed', logger))
  })
}

function isBegun(res: ServerResponse | undefined): boolean {
  return res !== undefined && res.headersSent && !res.writableEnded
}

/** Goes on at once where there is no answer to wait for. */
function whenClosed(res: ServerResponse | undefined, goOn: () => void): void {
  if (res) res.once('close', goOn)
  else goOn()
}

/** Whether an HTTP/1.1 request lacks the Host that RFC 9112 §3.2 demands; then it is answered. */
export function refuseWithoutHost(req: IncomingMessage, res: ServerResponse, logger: Log): boolean {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') return false
  answer(res, bodyOf(400, 'Host header is missing', logger))
  return true
}

const HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
}

interface Refusal {
  status: number
  body: string
}

function answer(res: ServerResponse, { status, body }: Refusal): void {
  res.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
}

function refuse(socket: Duplex, { status, body }: Refusal, more: Record<string, string>): void {
  const headers = { ...HEADERS, ...more, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  endSoon(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
  )
}

/** Closes a connection whose peer may still be sending; closing at once would reset it, and lose the answer. */
function endSoon(socket: Duplex, text = ''): void {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** What is said of it, and a line of the log by which whoever is told the ids finds it. */
function bodyOf(status: number, text: string, logger: Log): Refusal {
  const requestId = randomUUID()
  const { traceId } = newTrace(requestId)
  logger.info({ requestId, traceId, status }, 'refused before it was a request')
  const problem = toProblem(new DomainError('invalid-input', text), { requestId, traceId })
  const told = { ...problem, type: 'about:blank', status, title: STATUS_CODES[status] }
  return { status, body: JSON.stringify(told) }
}
