import { describe, expect, it } from '@jest/globals'
import { parseConfig } from './parse-config.ts'
import { TelemetryEnv, traceSettings, unusedTelemetry } from './telemetry.ts'

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const read = (env: Record<string, string>) => traceSettings(parseConfig(TelemetryEnv, env))

describe('traceSettings', () => {
  it('appends the path for traces to the common address only', () => {
    expect(read(COLLECTOR)?.url).toBe('http://collector:4318/v1/traces')
    const own = 'https://traces.example/otlp'
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own })?.url).toBe(own)
    expect(read({ ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own })?.url).toBe(own)
    expect(read({})).toBeUndefined()
  })

  it('uses the standard address when only the exporter is set', () => {
    expect(read({ OTEL_TRACES_EXPORTER: 'otlp' })?.url).toBe('http://localhost:4318/v1/traces')
  })

  it('accepts a protocol that has no effect', () => {
    const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    expect(read(grpc)).toBeUndefined()
    expect(read({ ...COLLECTOR, ...grpc, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    const own = { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }
    expect(read({ ...COLLECTOR, ...grpc, ...own })).toBeDefined()
  })

  it.each<[string, string, boolean]>([
    ['OTEL_SDK_DISABLED', 'true', false],
    ['OTEL_SDK_DISABLED', 'false', true],
    ['OTEL_TRACES_EXPORTER', 'none', false],
    ['OTEL_TRACES_EXPORTER', 'otlp', true],
    ['OTEL_TRACES_SAMPLER', 'ALWAYS_OFF', false],
    ['OTEL_TRACES_SAMPLER', 'always_on', true],
    ['OTEL_TRACES_SAMPLER', 'traceidratio', true],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', true],
  ])('with %s=%s is enabled: %s', (name, value, enabled) => {
    expect(read({ ...COLLECTOR, [name]: value }) !== undefined).toBe(enabled)
  })

  it('reads attributes, and the name of the service from either variable', () => {
    const list = { OTEL_RESOURCE_ATTRIBUTES: 'team=a%2Cb , service.name=listed,,zone=' }
    expect(read({ ...COLLECTOR, ...list })?.attributes).toEqual({
      team: 'a,b',
      'service.name': 'listed',
      zone: '',
    })
    const named = read({ ...COLLECTOR, ...list, OTEL_SERVICE_NAME: 'named' })
    expect(named?.attributes).toMatchObject({ team: 'a,b', 'service.name': 'named' })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf'],
    ['OTEL_SDK_DISABLED', 'perhaps'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'parentbased_traceidratio'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team'],
    ['OTEL_RESOURCE_ATTRIBUTES', '=data'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=%zz'],
  ])('rejects %s=%s by name', (name, value) => {
    expect(() => read({ ...COLLECTOR, [name]: value })).toThrow(`${name}: `)
  })
})

describe('unusedTelemetry', () => {
  it('returns variables that neither the process nor its exporter reads', () => {
    const used = [
      ...Object.keys(TelemetryEnv.shape),
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
      'PATH',
    ]
    const unused = ['OTEL_PROPAGATORS', 'OTEL_METRICS_EXPORTER', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT']
    expect(unusedTelemetry([...used, ...unused])).toEqual(unused)
  })
})
