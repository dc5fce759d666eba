import type { Metrics } from '@landscape/http/telemetry/metrics'
import { traceHeaders, type TraceContext } from '@landscape/http/telemetry/trace-context'
import { beginCall, type Tracing } from '@landscape/http/telemetry/tracing'
import type { Fetch } from './guarded-fetch.ts'

/**
 * A `fetch` that records the duration and outcome of each call to the source-control host, and a span when
 * the request is sampled. Neither contains the URL, which may contain team names.
 */
export function watchHostCalls(
  fetch: Fetch,
  { metrics, tracing }: { metrics?: Metrics | undefined; tracing?: Tracing | undefined },
): Fetch {
  if (!metrics && !tracing) return fetch
  const durations = metrics?.histogram(
    'landscape_source_control_call_seconds',
    'Duration of calls to the source-control host by outcome; "limited": status 429, "silent": no response',
    ['outcome'],
  )
  return async (input, init) => {
    const started = performance.now()
    const span = beginCall(tracing, 'call source-control host')
    let outcome = 'silent'
    try {
      const response = await fetch(input, span ? withTrace(span.trace, input, init) : init)
      outcome = outcomeOf(response.status)
      return response
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
