import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { redactText, type Logger } from '@landscape/logging'
import { announce, headerOf } from './answer-head.ts'
import type { Problem, RequestIds } from './problem.ts'
import { pathOf } from './request-target.ts'
import { inTrace, newTrace, readTraceparent, type TraceContext } from './trace-context.ts'
import type { Span, Tracing } from './tracing.ts'

const WELL_FORMED_ID = /^[\w.:-]{8,128}$/
/** Asked every few seconds by load balancers and orchestrators. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz'])
/** Asked every few seconds by somebody: not worth a line each. A change of readiness has one. */
const HEALTH_PATHS: ReadonlySet<string> = new Set([...PROBES, '/api/health'])

interface Context {
  requestId: string
  trace: TraceContext
  askedAs: string | undefined
  route: string | undefined
  refused: Refused | undefined
}

const CONTEXT = Symbol('context')

/** The answer to a request that has begun. A weak map would cost the garbage collector a tenth of a read. */
interface Begun {
  [CONTEXT]?: Context
}

function contextOf(res: object): Context | undefined {
  return (res as Begun)[CONTEXT]
}

/** The request's id, the same in the client's answer, in the gateway's log and in the service's. */
export function requestIdOf(res: object): string {
  return contextOf(res)?.requestId ?? ''
}

/** The ids of a request, for its lines of the log and what it is refused with; empty for what never began. */
export function idsOf(res: object): RequestIds {
  return { requestId: requestIdOf(res), traceId: contextOf(res)?.trace.traceId ?? '' }
}

/** The route's template, for logs: it holds no name that a user chose. */
export function routeOf(res: object): string | undefined {
  return contextOf(res)?.route
}

/**
 * Names the template of the route that a request belongs to, for its line in the log and for
 * figures.
 */
export function setRoute(res: object, route: string): void {
  const context = contextOf(res)
  if (context) context.route = route
}

/** The text and the places of a refusal. */
type Refused = Pick<Problem, 'error' | 'errors'>

/** So many places of a refusal are logged. */
const LOGGED = 5

/** Says which places a request is refused for, for its line in the log; other refusals are none. */
export function setRefused(res: object, { error, errors }: Refused): void {
  const context = contextOf(res)
  if (context && errors) context.refused = { error, errors: errors.slice(0, LOGGED) }
}

/** Says in the line of the log under which id the service was asked, when several requests shared that. */
export function noteAskedAs(res: object, requestId: string): void {
  const context = contextOf(res)
  if (context && context.requestId !== requestId) context.askedAs = requestId
}

/**
 * Begins a request: gives it an id and a place in a trace (well-formed incoming ones are kept, but for an id that looks like a
 * secret), and logs one line when it ends. What answers it is done there in the trace.
 */
export type BeginRequest = <T>(req: IncomingMessage, res: ServerResponse, answer: () => T) => T

export interface BeginRequestDeps {
  logger: Logger
  /** Records requests; none is recorded when absent. */
  tracing?: Tracing | undefined
  /**
   * Share of requests, from 0 to 1, that are recorded, by chance: whoever sends one has no say, nor has
   * its trace. When absent, those are that their sender records: the gateway.
   */
  recordedShare?: number | undefined
}

/**
 * Begins requests; health checks are logged at level `debug` only, errors (5xx) of theirs like all others, and
 * never recorded.
 */
export function createBeginRequest({
  logger,
  tracing,
  recordedShare,
}: BeginRequestDeps): BeginRequest {
  return (req, res, answer) => {
    const uuid = randomUUID()
    const requestId = acceptableId(req.headers['x-request-id']) ?? uuid
    const { url = '', method = '' } = req
    const isHealthCheck = HEALTH_PATHS.has(pathOf(url))
    const sender = readTraceparent(req.headers['traceparent'])
    const isRecorded =
      recordedShare === undefined ? sender?.sampled === true : Math.random() < recordedShare
    const place = sender ?? newTrace(uuid)
    const { traceId } = place
    const span =
      isRecorded && !isHealthCheck
        ? tracing?.begin({ kind: 'server', name: method, traceId, parentId: sender?.spanId })
        : undefined
    const trace = span?.trace ?? { ...place, sampled: false }
    const context: Context = {
      requestId,
      trace,
      askedAs: undefined,
      route: undefined,
      refused: undefined,
    }
    ;(res as Begun)[CONTEXT] = context
    announce(res, { 'x-request-id': requestId })
    const level = isHealthCheck ? 'debug' : 'info'
    if (span) res.on('close', () => endSpan(span, method, res))
    if (logger.isLevelEnabled(level)) logWhenDone(logger, level, { method, res, context })
    return inTrace(trace, answer)
  }
}

/** An id that a sender chose, if it may be logged and handed on as it is. */
function acceptableId(given: unknown): string | undefined {
  if (typeof given !== 'string' || !WELL_FORMED_ID.test(given)) return undefined
  return redactText(given) === given ? given : undefined
}

function logWhenDone(
  logger: Logger,
  level: 'debug' | 'info',
  { method, res, context }: { method: string; res: ServerResponse; context: Context },
): void {
  const started = performance.now()
  res.once('close', () => {
    const { requestId, trace, askedAs, route, refused } = context
    const line = {
      requestId,
      traceId: trace.traceId,
      askedAs,
      method,
      route,
      status: res.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      stale: isStale(res) || undefined,
      aborted: !res.writableFinished || undefined,
    }
    if (refused) logger[level]({ ...line, ...refused }, 'request')
    else logger.request(level, line)
  })
}

function endSpan(span: Span, method: string, res: ServerResponse): void {
  const route = routeOf(res)
  const { statusCode: status } = res
  span.end({
    name: route === undefined ? method : `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route !== undefined && { 'http.route': route }),
    },
    failed: status >= 500,
  })
}

/** Whether an answer says that it is the last good copy (RFC 9111 §5.5). */
function isStale(res: ServerResponse): boolean {
  return String(headerOf(res, 'warning') ?? '').startsWith('110 ')
}
