import { AsyncLocalStorage } from 'node:async_hooks'

/** Position in a trace (W3C Trace Context), in lower-case hexadecimal digits. */
export interface TraceContext {
  /** 32 digits: the same for all work that one client request causes, in every process. */
  traceId: string
  /** 16 digits: the parent span of the next calls. */
  spanId: string
  /** Whether that span is recorded. */
  sampled: boolean
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const NOTHING = /^0+$/

/**
 * Parses a `traceparent` header; `undefined` when it is absent or invalid (§3.2). `tracestate` is
 * vendor-specific and ignored.
 */
export function readTraceparent(header: unknown): TraceContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(String(header)) ?? []
  if (version === undefined || traceId === undefined || spanId === undefined) return undefined
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 }
}

/** Creates an unrecorded trace from a UUID. */
export function newTrace(uuid: string): TraceContext {
  const traceId = uuid.replaceAll('-', '')
  // The variant bits of a UUID make this half non-zero.
  return { traceId, spanId: traceId.slice(16), sampled: false }
}

const current = new AsyncLocalStorage<TraceContext>()

/** The trace context of the current async context; `undefined` outside of requests. */
export function currentTrace(): TraceContext | undefined {
  return current.getStore()
}

/** Runs work, with all its async continuations, in a trace. */
export function inTrace<T>(trace: TraceContext, work: () => T): T {
  return current.run(trace, work)
}

/** Headers that propagate the trace to another process. */
export function traceHeaders(trace = currentTrace()): { traceparent?: string } {
  if (!trace) return {}
  const { traceId, spanId, sampled } = trace
  return { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` }
}

/** Fields of log lines in the current trace. */
export function traceFields(): { traceId?: string } {
  const trace = current.getStore()
  return trace ? { traceId: trace.traceId } : {}
}
