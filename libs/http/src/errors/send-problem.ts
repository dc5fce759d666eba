import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Logger } from '@landscape/contracts/logger'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { startResponse } from '../responses/response-head.ts'
import { hasBody } from '../request/request-body.ts'
import { NOT_CACHED } from '../request/shared-read.ts'
import { toProblem, type Problem } from './problem.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { idsOf, routeOf, setRejection } from '../request/begin-request.ts'

interface ProblemDeps {
  logger: Logger
  metrics?: Metrics | undefined
  /** Renders errors as pages; without it every error is problem details. */
  page?: ProblemPage | undefined
}

/**
 * Renders an error as a page when the request prefers HTML. Without `text`, the headers belong to the problem
 * details.
 */
export type ProblemPage = (
  problem: Problem,
  req: IncomingMessage,
) => { text?: string; headers: Readonly<Record<string, string>> }

/** Defines the counter of error responses; `undefined` without metrics. */
export function problemCounter(metrics: Metrics | undefined) {
  return metrics?.counter('landscape_problems_total', 'Error responses by kind, route and reason', [
    'kind',
    'route',
    'reason',
  ])
}

/**
 * Responds with an error, in one format for all errors: the last middleware of an Express application. Details
 * of unexpected errors are only logged.
 */
export type SendProblem = (
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  next?: unknown,
) => void

/**
 * Counts and logs errors, and responds with problem details (RFC 9457). A response that has started
 * is cut off.
 */
export function createSendProblem({ logger, metrics, page }: ProblemDeps): SendProblem {
  const count = problemCounter(metrics)
  // Express recognises error middleware by its four parameters.
  return (error, req, res, _next) => {
    const ids = idsOf(res)
    const problem = toProblem(error, ids)
    const reason = error instanceof DomainError ? error.reason : undefined
    setRejection(res, problem, reason)
    count?.({ kind: kindOf(problem), route: routeOf(res) ?? 'none', reason: reason ?? 'none' })
    // The gateway repeats a shared read that is not cached, so nothing failed.
    if (problem.status >= 500 && reason !== NOT_CACHED) {
      const where = { ...ids, method: req.method, route: routeOf(res) }
      // An expected error, such as an outage of a dependency, may occur thousands of times.
      if (!(error instanceof DomainError)) logger.error({ err: error, ...where }, 'request failed')
      else logger.warn({ ...where, code: error.code, cause: messageOf(error.cause) }, error.message)
    }
    if (res.headersSent || res.destroyed) {
      // A cut connection is the only sign of an incomplete body.
      res.destroy()
      return
    }
    res.statusMessage = ''
    const shown = page?.(problem, req)
    const text = shown?.text ?? JSON.stringify(problem)
    const isEarly = !req.complete && hasBody(req)
    const headers: OutgoingHttpHeaders = {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      // RFC 9110 §11.6.1.
      'www-authenticate': problem.status === 401 ? 'Bearer' : undefined,
      'retry-after': retryAfterOf(error),
      ...shown?.headers,
      connection: isEarly ? 'close' : undefined,
      'content-length': Buffer.byteLength(text),
    }
    startResponse(res, problem.status, headers)
    if (isEarly) respondBeforeBodyEnd(req, res, text)
    else res.end(text)
  }
}

/** Integer seconds (RFC 9110 §10.2.3). */
function retryAfterOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError) || error.retryAfter === undefined) return undefined
  return String(Math.ceil(error.retryAfter))
}

function kindOf({ type }: Problem): string {
  return type === 'about:blank' ? 'unforeseen' : type.slice(type.lastIndexOf('/') + 1)
}

function messageOf(cause: unknown): string | undefined {
  return Error.isError(cause) ? cause.message : undefined
}

/** Maximum time (ms) to discard the rest of a rejected body, so that its sender can read the response. */
const LINGER_MS = 5_000

/**
 * Responds to a request whose body is incomplete, discards the rest of the body, then closes the connection
 * (RFC 9112 §9.6): the rest must not be parsed as the next request. Closing at once would reset the
 * connection, and a client that is still sending would lose the response.
 */
function respondBeforeBodyEnd(req: IncomingMessage, res: ServerResponse, text: string): void {
  res.write(text)
  // Node would buffer the write until the end of the tick, and a malformed rest closes the socket at once.
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
