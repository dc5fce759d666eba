import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { DomainError } from '@landscape/errors'
import type { Logger } from '@landscape/logging'
import type { Metrics } from './metrics.ts'
import { countProblems } from './answer-problem.ts'
import { toProblem } from './problem.ts'
import { newTrace } from './trace-context.ts'

type Log = Pick<Logger, 'info'>

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
 */
export function answerConnectionErrors(
  server: Server,
  { logger, metrics }: { logger: Log; metrics: Metrics | undefined },
): void {
  const count = countProblems(metrics)
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What still comes is no HTTP either. Closing now would reset the connection, and lose the answer.
    if (refused.has(socket)) return
    const message = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage
    // An answer under way must not get a second one mixed in, and what was answered whole gets none.
    const isAnswered = message ? message.headersSent : error === TOO_MANY_PIECES
    if (!socket.writable || isAnswered) {
      socket.destroy()
      return
    }
    const { status, text, kind } = REFUSALS[error.code ?? ''] ?? MALFORMED
    count?.({ kind, route: 'none', reason: 'none' })
    refused.add(socket)
    // The parser would take what still comes; an error of its own has stopped it.
    if (error === TOO_MANY_PIECES) socket.pause()
    refuse(socket, bodyOf(status, text, logger), {})
  })
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    refuse(socket, bodyOf(405, 'Method not allowed', logger), { allow: METHODS.join(', ') })
  })
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    answer(res, bodyOf(417, 'Expectation failed', logger))
  })
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
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
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
