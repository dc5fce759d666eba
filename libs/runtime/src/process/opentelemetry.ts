import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { type Logger, withinTime } from '@landscape/contracts'
import type { Metrics, Tracing } from '@landscape/http'
import packageFile from '../../package.json' with { type: 'json' }

/** Spans that may wait for the collector; more are not recorded. */
const MAX_WAITING = 2_048
/** Within the time that a process has for its end. */
const FLUSH_WITHIN_MS = 500
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

export interface TracingOptions {
  /** Name of the process. */
  service: string
  /** Address of the collector, without `/v1/traces`. */
  endpoint: string
  logger: Logger
  metrics?: Metrics | undefined
}

/**
 * Records spans and sends them to a collector: OTLP over HTTP, as JSON, in batches. Nothing waits for
 * that; a collector that is away costs spans, one line of the log, and one more when it is back.
 */
export function startTracing({ service, endpoint, logger, metrics }: TracingOptions): Tracing {
  const count = metrics?.counter(
    'landscape_spans_total',
    'Spans of traces: sent, failed (the collector did not take them), dropped (too many wait for it)',
    ['outcome'],
  )
  let waiting = 0
  const exporter = watched(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    logger,
    (spans, outcome) => {
      waiting -= spans
      count?.({ outcome }, spans)
    },
  )
  const random = new RandomIdGenerator()
  /** The trace of a span that has no parent: requests have theirs before they have a span. */
  let begun = ''
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'landscape',
      'service.name': service,
      'service.version': packageFile.version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    // Who begins a span has decided that it is recorded.
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => begun, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING })],
  })
  const tracer = provider.getTracer('landscape')
  return {
    begin({ kind, name, traceId, parentId }) {
      begun = traceId
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
          if (waiting >= MAX_WAITING) return count?.({ outcome: 'dropped' })
          waiting++
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.updateName(finalName).setAttributes(attributes).end()
        },
      }
    },
    // What could not be sent has been told.
    close: () =>
      withinTime(
        provider.shutdown().catch(() => undefined),
        FLUSH_WITHIN_MS,
        () => undefined,
      ),
  }
}

/** Tells what came of each batch, and says once that the collector is away and once that it is back. */
function watched(
  exporter: SpanExporter,
  logger: Logger,
  told: (spans: number, outcome: 'sent' | 'failed') => void,
): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isAway) {
          logger.warn({ reason: error.message }, 'traces cannot be sent to the collector')
        } else if (!error && isAway) logger.info('traces are sent to the collector again')
        isAway = error !== undefined
        told(spans.length, error ? 'failed' : 'sent')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
