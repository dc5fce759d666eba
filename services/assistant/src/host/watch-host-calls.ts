import {
  beginCall,
  traceHeaders,
  type Metrics,
  type TraceContext,
  type Tracing,
} from '@landscape/http'
import type { Fetch } from './guarded-fetch.ts'

/**
 * Asks with figures: how many calls to the source-control host there were, what came of them, and how long
 * it took until an answer began; and with a span for each call that a recorded request led to. They name no
 * address: those hold names of teams.
 */
export function watchHostCalls(
  fetch: Fetch,
  { metrics, tracing }: { metrics?: Metrics | undefined; tracing?: Tracing | undefined },
): Fetch {
  if (!metrics && !tracing) return fetch
  const durations = metrics?.histogram(
    'landscape_source_control_call_seconds',
    'Calls to the source-control host: answered, limited (429), refused (another error status), silent',
    ['outcome'],
  )
  return async (input, init) => {
    const started = performance.now()
    const span = beginCall(tracing, 'ask source-control host')
    let outcome = 'silent'
    try {
      const answer = await fetch(input, span ? withTrace(span.trace, input, init) : init)
      outcome = outcomeOf(answer.status)
      return answer
    } finally {
      durations?.({ outcome }, (performance.now() - started) / 1_000)
      span?.end({ attributes: { 'landscape.outcome': outcome }, failed: outcome !== 'answered' })
    }
  }
}

function outcomeOf(status: number): string {
  if (status === 429) return 'limited'
  return status >= 400 ? 'refused' : 'answered'
}

function withTrace(
  trace: TraceContext,
  input: Parameters<Fetch>[0],
  init: RequestInit = {},
): RequestInit {
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
  for (const [name, value] of Object.entries(traceHeaders(trace))) headers.set(name, value)
  return { ...init, headers }
}
