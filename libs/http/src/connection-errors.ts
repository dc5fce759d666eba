import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { DomainError } from '@landscape/errors'
import type { Metrics } from './metrics.ts'
import { countProblems } from './answer-problem.ts'
import { toProblem } from './problem.ts'

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
export function answerConnectionErrors(server: Server, metrics: Metrics | undefined): void {
  const count = countProblems(metrics)
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What still comes is no HTTP either. Closing now would reset the connection, and lose the answer.
    if (refused.has(socket)) return
    // An answer under way must not get a second one mixed in.
    const message = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage
    if (!socket.writable || message?.headersSent === true) {
      socket.destroy()
      return
    }
    const { status, text, kind } = REFUSALS[error.code ?? ''] ?? MALFORMED
    count?.({ kind, route: 'none', reason: 'none' })
    refused.add(socket)
    // The parser would take what still comes; an error of its own has stopped it.
    if (error === TOO_MANY_PIECES) socket.pause()
    refuse(socket, status, text)
  })
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    refuse(socket, 405, 'Method not allowed', { allow: METHODS.join(', ') })
  })
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    answer(res, 417, 'Expectation failed')
  })
}

/** Whether an HTTP/1.1 request lacks the Host that RFC 9112 §3.2 demands; then it is answered. */
export function refuseWithoutHost(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') return false
  answer(res, 400, 'Host header is missing')
  return true
}

const HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
}

function answer(res: ServerResponse, status: number, text: string): void {
  const body = bodyOf(status, text)
  res.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
}

function refuse(
  socket: Duplex,
  status: number,
  text: string,
  more: Record<string, string> = {},
): void {
  const body = bodyOf(status, text)
  const headers = { ...HEADERS, ...more, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

function bodyOf(status: number, text: string): string {
  const problem = toProblem(new DomainError('invalid-input', text), { requestId: '', traceId: '' })
  return JSON.stringify({ ...problem, type: 'about:blank', status, title: STATUS_CODES[status] })
}
