import type { Metrics } from '@landscape/http/telemetry/metrics'

/** Events of the services; `taken` minus `freed` is the number of requests in flight. */
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

/** Metrics of requests to the services; nothing is counted without metrics. */
export function upstreamMetrics(metrics: Metrics | undefined) {
  if (!metrics) return undefined
  const slots = metrics.gauge(
    'landscape_upstream_slots_taken',
    'Requests in flight to a service, whose number is limited',
    ['service'],
  )
  const events = metrics.counter(
    'landscape_upstream_events_total',
    'turned-away: no slot was free; reader-given-up: a client read too slowly; ' +
      'repeated: sent again to another replica; misdirected: another service responded; ' +
      'replica-down, replica-up, replica-gone: a circuit opened, closed, or was removed with its address',
    ['service', 'event'],
  )
  const down = metrics.gauge(
    'landscape_upstream_replicas_down',
    'Open circuits: known addresses of a service that get no requests, because they are unhealthy',
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
