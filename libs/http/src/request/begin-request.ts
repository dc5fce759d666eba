import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { redactText } from '../telemetry/redact.ts'
import type { Logger } from '@landscape/contracts/logger'
import { pathOf } from './request-target.ts'
import {
  inTrace,
  newTrace,
  readTraceparent,
  type TraceContext,
} from '../telemetry/trace-context.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'

const WELL_FORMED_ID = /^[\w.:-]{8,128}$/
/** Requested every few seconds by load balancers and orchestrators. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz'])
/** Not logged at level `info`; changes of readiness are. */
const HEALTH_PATHS: ReadonlySet<string> = new Set([...PROBES, '/api/health'])

interface Context {
  requestId: string
  trace: TraceContext
  /** Id of the shared request to the service, when several requests share it. */
  sharedRequestId: string | undefined
  route: string | undefined
  rejection: Rejection | undefined
  reason: string | undefined
}

const contexts = new WeakMap<object, Context>()

/** The ids of a request in the logs of all processes. */
export interface RequestIds {
  requestId: string
  traceId: string
}

/** The request's id: the same in the client's response and in the logs of the gateway and the service. */
export function requestIdOf(res: object): string {
  return contexts.get(res)?.requestId ?? ''
}

/** The ids of a request, for its log lines and errors; empty when it was not begun. */
export function idsOf(res: object): RequestIds {
  return { requestId: requestIdOf(res), traceId: contexts.get(res)?.trace.traceId ?? '' }
}

/** The route's template, for logs: it contains no name that a caller chose. */
export function routeOf(res: object): string | undefined {
  return contexts.get(res)?.route
}

/** Sets the template of the request's route, for its log line and for metrics. */
export function setRoute(res: object, route: string): void {
  const context = contexts.get(res)
  if (context) context.route = route
}

/** The message and the paths of a validation error. */
interface Rejection {
  error: string
  errors?: readonly object[] | undefined
}

/** Maximum number of validation errors to log. */
const MAX_LOGGED_ERRORS = 5

/**
 * Adds the reason of an error to the request's log line, and the paths of a validation error.
 * @param reason label of metrics
 */
export function setRejection(res: object, { error, errors }: Rejection, reason?: string): void {
  const context = contexts.get(res)
  if (!context) return
  context.reason = reason
  if (errors) context.rejection = { error, errors: errors.slice(0, MAX_LOGGED_ERRORS) }
}

/** Adds the id of the shared request to the service to the request's log line. */
export function setSharedRequestId(res: object, requestId: string): void {
  const context = contexts.get(res)
  if (context && context.requestId !== requestId) context.sharedRequestId = requestId
}

/**
 * Begins a request: sets its id and its trace context, and logs one line when it ends. Well-formed incoming
 * ids are kept, unless one looks like a secret. `respond` runs in the trace. It is Express middleware.
 */
export type BeginRequest = <T>(req: IncomingMessage, res: ServerResponse, respond: () => T) => T

export interface BeginRequestDeps {
  logger: Logger
  /** Records requests; none is recorded when absent. */
  tracing?: Tracing | undefined
  /**
   * Share of requests, from 0 to 1, that are recorded at random, regardless of the sender's trace. By
   * default a request is recorded if the gateway records it.
   */
  recordedShare?: number | undefined
}

/** Creates `BeginRequest`. Health checks are logged at level `debug` and never recorded. */
export function createBeginRequest({
  logger,
  tracing,
  recordedShare,
}: BeginRequestDeps): BeginRequest {
  return (req, res, respond) => {
    const uuid = randomUUID()
    const requestId = acceptableId(req.headers['x-request-id']) ?? uuid
    const { url = '', method = '' } = req
    const isHealthCheck = HEALTH_PATHS.has(pathOf(url))
    const sender = readTraceparent(req.headers['traceparent'])
    const isRecorded =
      recordedShare === undefined ? sender?.sampled === true : Math.random() < recordedShare
    const parent = sender ?? newTrace(uuid)
    const { traceId } = parent
    const span =
      isRecorded && !isHealthCheck
        ? tracing?.begin({ kind: 'server', name: method, traceId, parentId: sender?.spanId })
        : undefined
    const trace = span?.trace ?? { ...parent, sampled: false }
    const context: Context = {
      requestId,
      trace,
      sharedRequestId: undefined,
      route: undefined,
      rejection: undefined,
      reason: undefined,
    }
    contexts.set(res, context)
    res.setHeader('x-request-id', requestId)
    const level = isHealthCheck ? 'debug' : 'info'
    if (span) res.on('close', () => endSpan(span, method, res))
    if (logger.isLevelEnabled(level)) logWhenDone(logger, level, { method, res, context })
    return inTrace(trace, respond)
  }
}

/** The sender's id, if it may be logged and forwarded unchanged. */
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
    const { requestId, trace, sharedRequestId, route, rejection, reason } = context
    const line = {
      requestId,
      traceId: trace.traceId,
      sharedRequestId,
      method,
      route,
      status: res.statusCode,
      reason,
      ms: Math.round((performance.now() - started) * 10) / 10,
      stale: isStale(res) || undefined,
      aborted: !res.writableFinished || undefined,
    }
    if (rejection) logger[level]({ ...line, ...rejection }, 'request')
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

/** Whether a response is marked as the last good copy (RFC 9111 §5.5). */
function isStale(res: ServerResponse): boolean {
  return String(res.getHeader('warning') ?? '').startsWith('110 ')
}
