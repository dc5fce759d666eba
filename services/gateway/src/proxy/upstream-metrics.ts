import type { Metrics } from '@landscape/http'

/** What can be counted about the services; `taken` and `freed` make up the requests under way. */
export type UpstreamEvent =
  | 'taken'
  | 'freed'
  | 'turned-away'
  | 'reader-given-up'
  | 'repeated'
  | 'misdirected'
  | 'replica-down'
  | 'replica-up'
  | 'replica-gone'

/** Figures of what happens between the gateway and a service; nothing is counted without metrics. */
export function upstreamMetrics(metrics: Metrics | undefined) {
  if (!metrics) return undefined
  const slots = metrics.gauge(
    'landscape_upstream_slots_taken',
    'Requests that are under way at a service, of a bounded number',
    ['service'],
  )
  const events = metrics.counter(
    'landscape_upstream_events_total',
    'turned-away: no slot was free; reader-given-up: a client read too slowly; repeated: asked again of another ' +
      'replica; misdirected: another service answered; replica-down, replica-up, replica-gone: a circuit ' +
      'opened, closed, or went with its address',
    ['service', 'event'],
  )
  const down = metrics.gauge(
    'landscape_upstream_replicas_down',
    'Open circuits: known addresses of a service that get no requests, because nobody answers there',
    ['service'],
  )
  return (service: string, event: UpstreamEvent): void => {
    if (event === 'taken') slots({ service })
    else if (event === 'freed') slots({ service }, -1)
    else events({ service, event })
    if (event === 'replica-down') down({ service })
    if (event === 'replica-up' || event === 'replica-gone') down({ service }, -1)
  }
}
