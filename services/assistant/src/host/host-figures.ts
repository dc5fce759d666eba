import type { Metrics } from '@landscape/http'
import type { Fetch } from './guarded-fetch.ts'

/**
 * Asks with figures: how many calls to the source-control host there were, what came of them, and how long
 * it took until an answer began. They name no address: those hold names of teams.
 */
export function countHostCalls(fetch: Fetch, metrics: Metrics | undefined): Fetch {
  if (!metrics) return fetch
  const durations = metrics.histogram(
    'landscape_source_control_call_seconds',
    'Calls to the source-control host: answered, limited (429), refused (another error status), silent',
    ['outcome'],
  )
  return async (...request) => {
    const started = performance.now()
    let outcome = 'silent'
    try {
      const answer = await fetch(...request)
      outcome = outcomeOf(answer.status)
      return answer
    } finally {
      durations({ outcome }, (performance.now() - started) / 1_000)
    }
  }
}

function outcomeOf(status: number): string {
  if (status === 429) return 'limited'
  return status >= 400 ? 'refused' : 'answered'
}
