import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { withinTime } from '@landscape/contracts/async/within-time'
import type { Logger } from '@landscape/contracts/logger'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import packageFile from '../../package.json' with { type: 'json' }

/** Maximum spans queued for the collector; more are dropped. */
const MAX_QUEUED = 2_048
/** Shorter than the time limit of the shutdown. */
const FLUSH_WITHIN_MS = 500
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

export interface TracingOptions {
  /** Name of the process, unless the variables of OpenTelemetry have one. */
  service: string
  /** Complete address of the collector. */
  url: string
  logger: Logger
  metrics?: Metrics | undefined
}

/**
 * Records spans and sends them in batches to a collector, as JSON by OTLP over HTTP. An unavailable
 * collector costs spans and two log lines, never time.
 */
export function startTracing({ service, url, logger, metrics }: TracingOptions): Tracing {
  const count = metrics?.counter(
    'landscape_spans_total',
    'Spans of traces: sent, failed (the collector did not accept them), dropped (the queue is full)',
    ['outcome'],
  )
  let queued = 0
  const exporter = watched(new OTLPTraceExporter({ url }), logger, (spans, outcome) => {
    queued -= spans
    count?.({ outcome }, spans)
  })
  /** Trace of the next span: requests have a trace id before their first span. */
  let nextTraceId = ''
  const provider = createProvider(service, exporter, () => nextTraceId)
  const tracer = provider.getTracer('landscape')
  return {
    begin({ kind, name, traceId, parentId }) {
      nextTraceId = traceId
      const parent =
        parentId === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId,
              spanId: parentId,
              traceFlags: TraceFlags.SAMPLED,
              isRemote: kind === 'server',
            })
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, parent)
      return {
        trace: { traceId, spanId: span.spanContext().spanId, sampled: true },
        end({ name: finalName = name, attributes, failed }) {
          if (queued >= MAX_QUEUED) return count?.({ outcome: 'dropped' })
          queued++
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.updateName(finalName).setAttributes(attributes).end()
        },
      }
    },
    // The exporter has reported failures.
    close: () =>
      withinTime(
        provider.shutdown().catch(() => undefined),
        FLUSH_WITHIN_MS,
        () => undefined,
      ),
  }
}

function createProvider(
  service: string,
  exporter: SpanExporter,
  generateTraceId: () => string,
): TracerProvider {
  const random = new RandomIdGenerator()
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'landscape',
      'service.version': packageFile.version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    // The caller of `begin` has made the sampling decision.
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_QUEUED })],
  })
}

/** Counts the spans of each batch by outcome, and logs once when the collector fails and when it recovers. */
function watched(
  exporter: SpanExporter,
  logger: Logger,
  onBatch: (spans: number, outcome: 'sent' | 'failed') => void,
): SpanExporter {
  let isUnavailable = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isUnavailable) {
          logger.warn({ reason: error.message }, 'traces cannot be sent to the collector')
        } else if (!error && isUnavailable) logger.info('traces are sent to the collector again')
        isUnavailable = error !== undefined
        onBatch(spans.length, error ? 'failed' : 'sent')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
