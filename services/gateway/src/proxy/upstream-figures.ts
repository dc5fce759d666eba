import type { Metrics } from '@landscape/http'
import type { UpstreamEvent } from './forward.ts'

/** Figures of what happens between the gateway and a service; nothing is counted without metrics. */
export function upstreamFigures(metrics: Metrics | undefined) {
  if (!metrics) return undefined
  const slots = metrics.gauge(
    'landscape_upstream_slots_taken',
    'Requests that are under way at a service, of a bounded number',
    ['service'],
  )
  const events = metrics.counter(
    'landscape_upstream_events_total',
    'turned-away: no slot was free; reader-given-up: a client read too slowly; repeated: asked again of another ' +
      'replica; misdirected: another service answered; replica-down, replica-up: a circuit opened, closed',
    ['service', 'event'],
  )
  return (service: string, event: UpstreamEvent): void => {
    if (event === 'taken') slots({ service })
    else if (event === 'freed') slots({ service }, -1)
    else events({ service, event })
  }
}
