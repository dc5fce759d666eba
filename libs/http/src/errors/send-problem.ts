import { DomainError, type Logger } from '@landscape/contracts'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { startResponse } from '../responses/response-head.ts'
import { hasBody } from '../request/request-body.ts'
import { toProblem, type Problem } from './problem.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { idsOf, routeOf, setRejection } from '../server/begin-request.ts'

interface ProblemDeps {
  logger: Logger
  metrics?: Metrics | undefined
  /** Errors that people see; problem details when absent. */
  page?: ProblemPage | undefined
}

/**
 * A page about what went wrong, for a request that asks for one; for every other no text, and the headers that
 * its problem details have then.
 */
export type ProblemPage = (
  problem: Problem,
  req: IncomingMessage,
) => { text?: string; headers: Readonly<Record<string, string>> }

/** One figure for every answer that is an error, whoever gives it; undefined without metrics. */
export function countProblems(metrics: Metrics | undefined) {
  return metrics?.counter('landscape_problems_total', 'Error answers by kind, route and reason', [
    'kind',
    'route',
    'reason',
  ])
}

/** Answers a request with what went wrong: one shape for every error, details only in the log. */
export type SendProblem = (error: unknown, req: IncomingMessage, res: ServerResponse) => void

/**
 * Counts and logs errors, and answers them as problem details (RFC 9457). An answer that has begun
 * is cut off.
 */
export function createSendProblem({ logger, metrics, page }: ProblemDeps): SendProblem {
  const count = countProblems(metrics)
  return (error, req, res) => {
    const ids = idsOf(res)
    const problem = toProblem(error, ids)
    setRejection(res, problem)
    const reason = error instanceof DomainError ? error.reason : undefined
    count?.({ kind: kindOf(problem), route: routeOf(res) ?? 'none', reason: reason ?? 'none' })
    if (problem.status >= 500) {
      const where = { ...ids, method: req.method, route: routeOf(res) }
      // One line for what is known to happen, such as a dependency that is away: during an outage
      // there are thousands. A stack is for what nobody foresaw.
      if (!(error instanceof DomainError)) logger.error({ err: error, ...where }, 'failed')
      else logger.warn({ ...where, code: error.code, cause: reasonOf(error.cause) }, error.message)
    }
    if (res.headersSent || res.destroyed) {
      // Cutting the connection is the only way left to say that the body is not whole.
      res.destroy()
      return
    }
    // Of an answer that was refused half said; whether the connection stays is another matter.
    for (const name of res.getHeaderNames()) if (name !== 'connection') res.removeHeader(name)
    res.statusMessage = ''
    const shown = page?.(problem, req)
    const text = shown?.text ?? JSON.stringify(problem)
    const isEarly = !req.complete && hasBody(req)
    const headers: OutgoingHttpHeaders = {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      // RFC 9110 §11.6.1: a 401 says how to identify oneself.
      'www-authenticate': problem.status === 401 ? 'Bearer' : undefined,
      'retry-after': retryAfterOf(error),
      ...shown?.headers,
      connection: isEarly ? 'close' : undefined,
      'content-length': Buffer.byteLength(text),
    }
    startResponse(res, problem.status, headers)
    if (isEarly) answerEarly(req, res, text)
    else res.end(text)
  }
}

/** Seconds, whole (RFC 9110 §10.2.3). */
function retryAfterOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError) || error.retryAfter === undefined) return undefined
  return String(Math.ceil(error.retryAfter))
}

function kindOf({ type }: Problem): string {
  return type === 'about:blank' ? 'unforeseen' : type.slice(type.lastIndexOf('/') + 1)
}

function reasonOf(cause: unknown): string | undefined {
  return Error.isError(cause) ? cause.message : undefined
}

/** How long a refused body is still taken in, so that its sender gets to see the answer. */
const LINGER_MS = 5_000

/**
 * Answers a request whose body has not come in whole, and closes the connection (RFC 9112 §9.6): what
 * is left of the body must not be taken for the next request. Closing at once would reset the
 * connection, and a client that still sends would lose the answer; so the whole answer goes out first,
 * the rest of the body is discarded, and the connection is closed when it has come, or after a while.
 */
function answerEarly(req: IncomingMessage, res: ServerResponse, text: string): void {
  res.write(text)
  // Node holds a write back until the end of the turn; a malformed rest would close the socket first.
  res.socket?.uncork()
  const timer = setTimeout(end, LINGER_MS)
  req.once('end', end)
  res.on('close', end)
  req.resume()

  function end(): void {
    clearTimeout(timer)
    res.end()
  }
}
