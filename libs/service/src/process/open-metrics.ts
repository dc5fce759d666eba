import type { Metrics } from '@landscape/http'

/**
 * Opens the port of `/metrics`; without one nothing is loaded and nothing counted.
 * @throws Error with a text for the operator when the port cannot be used
 */
export async function openMetrics({
  host,
  metricsPort,
}: {
  host: string
  metricsPort: number | undefined
}): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { startMetrics } = await import('./prometheus.ts')
  return startMetrics(host, metricsPort)
}
