import { describe, expect, it } from '@jest/globals'
import { parseConfig } from './parse-config.ts'
import { TelemetryEnv, traceCollector, unusedTelemetry } from './telemetry.ts'

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const read = (env: Record<string, string>) => traceCollector(parseConfig(TelemetryEnv, env))

describe('traceCollector', () => {
  it('appends the path for traces', () => {
    expect(read(COLLECTOR)).toBe('http://collector:4318/v1/traces')
    expect(read({})).toBeUndefined()
  })

  it('rejects an invalid address by name', () => {
    const read = () => parseConfig(TelemetryEnv, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })
    expect(read).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT: ')
  })
})

describe('unusedTelemetry', () => {
  it('returns variables that neither the process nor its libraries read', () => {
    const used = [
      ...Object.keys(TelemetryEnv.shape),
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_SERVICE_NAME',
      'OTEL_RESOURCE_ATTRIBUTES',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
      'PATH',
    ]
    const unused = [
      'OTEL_PROPAGATORS',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_TRACES_SAMPLER',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    ]
    expect(unusedTelemetry([...used, ...unused])).toEqual(unused)
  })
})
