import { currentTrace, type TraceContext } from './trace-context.ts'

/** The attributes with which a span begins. */
export interface SpanStart {
  /** `server`: an incoming request; `client`: an outgoing one. */
  kind: 'server' | 'client'
  name: string
  traceId: string
  /** The parent span; absent for the root of a trace. */
  parentId?: string | undefined
}

/** The attributes with which a span ends. */
export interface SpanEnd {
  /** Replaces the name of the start. */
  name?: string
  attributes: Readonly<Record<string, string | number>>
  failed: boolean
}

/** A recorded operation. */
export interface Span {
  /** Trace context of the operations that it causes. */
  trace: TraceContext
  end: (end: SpanEnd) => void
}

/**
 * Records spans and exports them to a collector. Names and attributes contain no input of callers: routes are
 * templates, without addresses, keys or queries.
 */
export interface Tracing {
  begin: (start: SpanStart) => Span
  /** Exports the buffered spans, for a bounded time, and stops recording. */
  close: () => Promise<void>
}

/** Begins the span of an outgoing call; `undefined` when the current trace is not recorded. */
export function beginCall(tracing: Tracing | undefined, name: string): Span | undefined {
  const trace = currentTrace()
  if (!tracing || !trace?.sampled) return undefined
  return tracing.begin({ kind: 'client', name, traceId: trace.traceId, parentId: trace.spanId })
}
