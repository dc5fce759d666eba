import { describe, expect, it } from '@jest/globals'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { upstreamMetrics, type UpstreamEvent } from './upstream-metrics.ts'

/** Metrics that sum values by name and labels. */
function createSums() {
  const sums: Record<string, number> = {}
  const define: Metrics['counter'] =
    (name, help, labels) =>
    (values, value = 1) => {
      expect(help).not.toBe('')
      expect(Object.keys(values)).toEqual(labels)
      const key = [name, ...Object.values(values)].join(' ')
      sums[key] = (sums[key] ?? 0) + value
    }
  return { sums, metrics: { counter: define, gauge: define } as Metrics }
}

function sumsAfter(...events: UpstreamEvent[]) {
  const { sums, metrics } = createSums()
  const observe = upstreamMetrics(metrics)
  for (const event of events) observe?.('data', event)
  return sums
}

describe('upstreamMetrics', () => {
  it.each(['repeated', 'misdirected'] as const)('counts the event %s', (event) => {
    expect(sumsAfter(event, event)).toEqual({
      [`landscape_upstream_events_total data ${event}`]: 2,
    })
  })

  it.each(['replica-up', 'replica-gone'] as const)(
    'reports unhealthy replicas until %s',
    (event) => {
      expect(sumsAfter('replica-down', 'replica-down', event)).toEqual({
        'landscape_upstream_events_total data replica-down': 2,
        [`landscape_upstream_events_total data ${event}`]: 1,
        'landscape_upstream_replicas_down data': 1,
      })
    },
  )

  it('returns undefined without metrics', () => {
    expect(upstreamMetrics(undefined)).toBeUndefined()
  })
})
