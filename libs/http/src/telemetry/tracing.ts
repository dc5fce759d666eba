import { currentTrace, type TraceContext } from './trace-context.ts'

/** What a span begins with. */
export interface SpanStart {
  /** `server`: somebody asks us; `client`: we ask somebody. */
  kind: 'server' | 'client'
  name: string
  traceId: string
  /** The span that it is part of; the first of its trace when absent. */
  parentId?: string | undefined
}

/** What a span ends with. */
export interface SpanEnd {
  /** In place of the name that it began with. */
  name?: string
  attributes: Readonly<Record<string, string | number>>
  failed: boolean
}

/** A piece of work that is recorded. */
export interface Span {
  /** Where in the trace what it leads to is. */
  trace: TraceContext
  end: (end: SpanEnd) => void
}

/**
 * Records pieces of work and sends them to a collector. Neither names nor attributes hold what a caller
 * chose: routes are templates, and no address, key or query is there.
 */
export interface Tracing {
  begin: (start: SpanStart) => Span
  /** Sends what waits, for a moment, and records no more. */
  close: () => Promise<void>
}

/** Begins a call to somebody else; undefined when what it is part of is not recorded. */
export function beginCall(tracing: Tracing | undefined, name: string): Span | undefined {
  const trace = currentTrace()
  if (!tracing || !trace?.sampled) return undefined
  return tracing.begin({ kind: 'client', name, traceId: trace.traceId, parentId: trace.spanId })
}
