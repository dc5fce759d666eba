import type { Metrics } from '@landscape/http/telemetry/metrics'

/** Events of the services. */
export type UpstreamEvent =
  'repeated' | 'misdirected' | 'replica-down' | 'replica-up' | 'replica-gone'

/** Metrics of requests to the services; nothing is counted without metrics. */
export function upstreamMetrics(metrics: Metrics | undefined) {
  if (!metrics) return undefined
  const events = metrics.counter(
    'landscape_upstream_events_total',
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
    events({ service, event })
    if (event === 'replica-down') down({ service })
    if (event === 'replica-up' || event === 'replica-gone') down({ service }, -1)
  }
}
