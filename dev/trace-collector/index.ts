import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** `ExportTraceServiceRequest` of OTLP 1 as JSON: hexadecimal ids, and 64-bit numbers as strings. */
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

/** A received span. */
export interface ReceivedSpan extends Pick<
  z.infer<typeof Span>,
  'name' | 'traceId' | 'spanId' | 'parentSpanId'
> {
  service: unknown
  kind: 'server' | 'client'
  failed: boolean
  attributes: Record<string, unknown>
}

/** A trace collector that records valid exports (OTLP over HTTP as JSON) and rejects everything else. */
export interface TraceCollector {
  listener: RequestListener
  spans: ReceivedSpan[]
  /** The response to valid exports; tests may change it. */
  response: { status: number }
  /** Number of requests, and errors of rejected ones. */
  requests: { count: number; faults: unknown[] }
}

/** Creates a collector; the caller listens. */
export function createTraceCollector(): TraceCollector {
  const spans: ReceivedSpan[] = []
  const response = { status: 200 }
  const requests: TraceCollector['requests'] = { count: 0, faults: [] }
  const receive = async (req: IncomingMessage, res: ServerResponse) => {
    requests.count++
    const isExport = req.method === 'POST' && req.url === '/v1/traces'
    try {
      if (!isExport || req.headers['content-type'] !== 'application/json')
        throw new Error(`${req.method} ${req.url} ${req.headers['content-type']}`)
      const received = spansIn(Export.parse(await json(req)))
      if (response.status === 200) spans.push(...received)
      res.writeHead(response.status, { 'content-type': 'application/json' }).end('{}')
    } catch (error) {
      requests.faults.push(error)
      res.writeHead(400).end()
    }
  }
  return { listener: (req, res) => void receive(req, res), spans, response, requests }
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
