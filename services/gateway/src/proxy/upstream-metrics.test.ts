import { describe, expect, it } from '@jest/globals'
import type { Metrics } from '@landscape/http'
import { upstreamMetrics, type UpstreamEvent } from './upstream-metrics.ts'

/** Metrics that add up, each figure under its name and labels. */
function added() {
  const figures: Record<string, number> = {}
  const define: Metrics['counter'] =
    (name, help, labels) =>
    (values, value = 1) => {
      expect(help).not.toBe('')
      expect(Object.keys(values)).toEqual(labels)
      const figure = [name, ...Object.values(values)].join(' ')
      figures[figure] = (figures[figure] ?? 0) + value
    }
  return { figures, metrics: { counter: define, gauge: define } as Metrics }
}

function figuresAfter(...events: UpstreamEvent[]) {
  const { figures, metrics } = added()
  const observe = upstreamMetrics(metrics)
  for (const event of events) observe?.('data', event)
  return figures
}

describe('the figures of a service', () => {
  it('tell how many places are taken', () => {
    expect(figuresAfter('taken', 'taken', 'freed')).toEqual({
      'landscape_upstream_slots_taken data': 1,
    })
  })

  it.each(['turned-away', 'reader-given-up', 'repeated', 'misdirected'] as const)(
    'count what happens: %s',
    (event) => {
      expect(figuresAfter(event, event)).toEqual({
        [`landscape_upstream_events_total data ${event}`]: 2,
      })
    },
  )

  it.each(['replica-up', 'replica-gone'] as const)(
    'tell how many replicas are down, until one is no more: %s',
    (event) => {
      expect(figuresAfter('replica-down', 'replica-down', event)).toEqual({
        'landscape_upstream_events_total data replica-down': 2,
        [`landscape_upstream_events_total data ${event}`]: 1,
        'landscape_upstream_replicas_down data': 1,
      })
    },
  )

  it('are none without metrics', () => {
    expect(upstreamMetrics(undefined)).toBeUndefined()
  })
})
