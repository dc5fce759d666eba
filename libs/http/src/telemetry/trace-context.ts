import { AsyncLocalStorage } from 'node:async_hooks'

/** Where in a trace somebody is (W3C Trace Context), in lower-case hexadecimal digits. */
export interface TraceContext {
  /** 32 digits: the same for all that one request of a client leads to, in every process. */
  traceId: string
  /** 16 digits: the span that what is asked next belongs to. */
  spanId: string
  /** Whether that span is recorded. */
  sampled: boolean
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const NOTHING = /^0+$/

/**
 * Reads a header `traceparent`; undefined when there is none, or when it breaks the rules (§3.2): then
 * a trace begins here. `tracestate` is not read: it tells of decisions that are not ours.
 */
export function readTraceparent(header: unknown): TraceContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(String(header)) ?? []
  if (version === undefined || traceId === undefined || spanId === undefined) return undefined
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 }
}

/** Begins a trace that nobody records, from a UUID. */
export function newTrace(uuid: string): TraceContext {
  const traceId = uuid.replaceAll('-', '')
  // The variant of a UUID keeps this half from being all zeros.
  return { traceId, spanId: traceId.slice(16), sampled: false }
}

const current = new AsyncLocalStorage<TraceContext>()

/** Where in a trace whoever asks this is; undefined for work that no request led to. */
export function currentTrace(): TraceContext | undefined {
  return current.getStore()
}

/** Does something, and all that follows from it, there in a trace. */
export function inTrace<T>(trace: TraceContext, work: () => T): T {
  return current.run(trace, work)
}

/** What another process is told of where in a trace it is asked. */
export function traceHeaders(trace = currentTrace()): { traceparent?: string } {
  if (!trace) return {}
  const { traceId, spanId, sampled } = trace
  return { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` }
}

/** What lines of the log say of it. */
export function traceFields(): { traceId?: string } {
  const trace = current.getStore()
  return trace ? { traceId: trace.traceId } : {}
}
