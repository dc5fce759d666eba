import { z } from 'zod'
import { HttpUrl } from './http-url.ts'

/**
 * Settings of traces, under the names of the OpenTelemetry specification. The libraries themselves read the
 * variables in `OF_LIBRARIES`.
 */
export const TelemetryEnv = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().meta({
    description: 'address of the trace collector (OTLP over HTTP); unset disables tracing',
  }),
})

/** Where a process sends its spans; undefined when tracing is disabled. */
export function traceCollector(env: z.output<typeof TelemetryEnv>): string | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  return base === undefined ? undefined : `${base}/v1/traces`
}

const OF_LIBRARIES =
  /^OTEL_(?:SERVICE_NAME|RESOURCE_ATTRIBUTES|EXPORTER_OTLP_(?:TRACES_)?(?:HEADERS|TIMEOUT|COMPRESSION|CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE))$/
/** Read by the gateway only. */
const OF_GATEWAY = 'OTEL_TRACES_SAMPLER_ARG'

/** The names of OpenTelemetry variables without an effect, for a warning at the start. */
export function unusedTelemetry(names: readonly string[]): string[] {
  const used = new Set([...Object.keys(TelemetryEnv.shape), OF_GATEWAY])
  return names.filter(
    (name) => name.startsWith('OTEL_') && !used.has(name) && !OF_LIBRARIES.test(name),
  )
}
