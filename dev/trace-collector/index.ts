import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** `ExportTraceServiceRequest` of OTLP 1 as JSON: ids in hexadecimal digits, 64-bit numbers as texts. */
const Nanoseconds = z.string().regex(/^\d{19}$/)
const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
])
const Attributes = z.array(z.strictObject({ key: z.string().min(1), value: Value }))
const Dropped = z.literal(0).optional()
const Span = z.strictObject({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .optional(),
  traceState: z.string().optional(),
  flags: z.int().min(0).optional(),
  name: z.string().min(1),
  /** `SPAN_KIND_SERVER` and `SPAN_KIND_CLIENT`. */
  kind: z.union([z.literal(2), z.literal(3)]),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  droppedAttributesCount: Dropped,
  events: z.array(z.never()).optional(),
  droppedEventsCount: Dropped,
  links: z.array(z.never()).optional(),
  droppedLinksCount: Dropped,
  /** `STATUS_CODE_UNSET`, `OK` and `ERROR`. */
  status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
})
const Export = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes, droppedAttributesCount: Dropped }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string().optional() }),
          spans: z.array(Span).min(1),
          schemaUrl: z.string().optional(),
        }),
      ),
      schemaUrl: z.string().optional(),
    }),
  ),
})

/** A span as a collector understands it. */
export interface ReceivedSpan extends Pick<
  z.infer<typeof Span>,
  'name' | 'traceId' | 'spanId' | 'parentSpanId'
> {
  service: unknown
  kind: 'server' | 'client'
  failed: boolean
  attributes: Record<string, unknown>
}

/** A collector of traces that keeps what it is sent, by OTLP over HTTP as JSON, and takes nothing else. */
export interface TraceCollector {
  listener: RequestListener
  spans: ReceivedSpan[]
  /** What it answers from now on, whatever it is sent. */
  answer: { status: number }
  /** How often it was asked, and why it did not understand. */
  asked: { times: number; faults: unknown[] }
}

/** Makes a collector; the caller listens. */
export function createTraceCollector(): TraceCollector {
  const spans: ReceivedSpan[] = []
  const answer = { status: 200 }
  const asked: TraceCollector['asked'] = { times: 0, faults: [] }
  const take = async (req: IncomingMessage, res: ServerResponse) => {
    asked.times++
    const isExport = req.method === 'POST' && req.url === '/v1/traces'
    try {
      if (!isExport || req.headers['content-type'] !== 'application/json')
        throw new Error(`${req.method} ${req.url} ${req.headers['content-type']}`)
      const received = spansIn(Export.parse(await json(req)))
      if (answer.status === 200) spans.push(...received)
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end('{}')
    } catch (error) {
      asked.faults.push(error)
      res.writeHead(400).end()
    }
  }
  return { listener: (req, res) => void take(req, res), spans, answer, asked }
}

function spansIn({ resourceSpans }: z.infer<typeof Export>): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'service.name': service } = recordOf(resource.attributes)
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, traceId, spanId, parentSpanId, kind, status, attributes }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId,
        kind: kind === 2 ? ('server' as const) : ('client' as const),
        failed: status.code === 2,
        attributes: recordOf(attributes),
      })),
    )
  })
}

function recordOf(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
