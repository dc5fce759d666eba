import { z } from 'zod'
import { HttpUrl } from './http-url.ts'

/** Attributes of the process, by name. */
type Attributes = Readonly<Record<string, string>>

/** A keyword of the OpenTelemetry specification; upper and lower case are equal there. */
const keyword = <const K extends readonly string[]>(keywords: K) =>
  z.string().max(64).toLowerCase().pipe(z.enum(keywords)).optional()

/** Spans are sent as JSON only; the exporters of the other protocols are not installed. */
const PROTOCOL = 'http/json'
/** `protocolProblems` checks it, because not every protocol that is set has an effect. */
const Protocol = z.string().max(64).toLowerCase().optional()
/** The address for traces when only the exporter is set: the default of the specification. */
const DEFAULT_URL = 'http://localhost:4318/v1/traces'

const ResourceAttributes = z
  .string()
  .max(4_096)
  .refine(
    (text) => attributesIn(text) !== undefined,
    'must be a list such as deployment.environment.name=production,team=data, with percent-encoded values',
  )
  .transform((text): Attributes => attributesIn(text) ?? {})

/**
 * Settings of traces, under the names of the OpenTelemetry specification. The exporter itself reads the
 * variables in `OF_EXPORTER`.
 */
export const TelemetryEnv = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().meta({
    description: 'address of the trace collector (OTLP over HTTP); unset disables tracing',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: HttpUrl.optional().meta({
    description: 'complete address for traces; takes precedence',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: Protocol.meta({ description: 'protocol of the collector' }),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: Protocol.meta({ description: 'protocol for traces' }),
  OTEL_SDK_DISABLED: z.stringbool().default(false).meta({ description: 'disables tracing' }),
  OTEL_TRACES_EXPORTER: keyword(['otlp', 'none']).meta({
    description: 'exporter of traces; "otlp" enables tracing, "none" disables it',
  }),
  OTEL_TRACES_SAMPLER: keyword(['always_on', 'always_off', 'traceidratio']).meta({
    description:
      'sampler of the gateway; the services record the same requests, and callers decide nothing',
  }),
  OTEL_SERVICE_NAME: z.string().max(255).optional().meta({
    description: 'name of the process in traces; its own name when unset',
  }),
  OTEL_RESOURCE_ATTRIBUTES: ResourceAttributes.optional().meta({
    description: 'additional attributes of the process in traces',
  }),
})

/** Where and under which name a process sends its spans. */
export interface TraceSettings {
  /** Complete address for traces. */
  url: string
  /** Attributes of the process that the operator sets. */
  attributes: Attributes
}

/** The settings of traces; undefined when they are disabled or have no collector. */
export function traceSettings(env: z.output<typeof TelemetryEnv>): TraceSettings | undefined {
  const url = addressOf(env)
  if (url === undefined) return undefined
  const name = env.OTEL_SERVICE_NAME
  const attributes = env.OTEL_RESOURCE_ATTRIBUTES ?? {}
  return {
    url,
    attributes: name === undefined ? attributes : { ...attributes, 'service.name': name },
  }
}

/** The complete address for traces; undefined when tracing is disabled. */
function addressOf(env: z.output<typeof TelemetryEnv>): string | undefined {
  const isDisabled =
    env.OTEL_SDK_DISABLED ||
    env.OTEL_TRACES_EXPORTER === 'none' ||
    env.OTEL_TRACES_SAMPLER === 'always_off'
  if (isDisabled) return undefined
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const standard = env.OTEL_TRACES_EXPORTER === 'otlp' ? DEFAULT_URL : undefined
  return (
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? standard : `${base}/v1/traces`)
  )
}

/** Reports the protocol that applies when tracing is enabled and no exporter for it is installed. */
export function protocolProblems(
  given: Readonly<Record<string, string | undefined>>,
): { name: string; problem: string }[] {
  const { data } = TelemetryEnv.safeParse(given)
  if (data === undefined || addressOf(data) === undefined) return []
  const name =
    data.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL === undefined
      ? 'OTEL_EXPORTER_OTLP_PROTOCOL'
      : 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
  const protocol = data[name] ?? PROTOCOL
  return protocol === PROTOCOL ? [] : [{ name, problem: `must be one of: ${PROTOCOL}` }]
}

const OF_EXPORTER =
  /^OTEL_EXPORTER_OTLP_(?:TRACES_)?(?:HEADERS|TIMEOUT|COMPRESSION|CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE)$/
/** Read by the gateway only. */
const OF_GATEWAY = 'OTEL_TRACES_SAMPLER_ARG'

/** The names of OpenTelemetry variables without an effect, for a warning at the start. */
export function unusedTelemetry(names: readonly string[]): string[] {
  const used = new Set([...Object.keys(TelemetryEnv.shape), OF_GATEWAY])
  return names.filter(
    (name) => name.startsWith('OTEL_') && !used.has(name) && !OF_EXPORTER.test(name),
  )
}

/** The attributes in `name=value,…`; undefined when it is malformed. */
function attributesIn(text: string): Attributes | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => /^([^\s=]{1,255})\s*=(.*)$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((match) => {
        const [, name, value] = match ?? []
        if (name === undefined || value === undefined) throw new Error('no value')
        return [decodeURIComponent(name), decodeURIComponent(value.trim())]
      }),
    )
  } catch {
    return undefined
  }
}
