import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createTraceCollector } from '@landscape/dev/trace-collector'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { createLogger } from '../logging/create-logger.ts'
import { startTracing } from './opentelemetry.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const END = { attributes: {}, failed: false }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Tracing to a collector, with its metrics and log lines. */
async function traced() {
  const collector = createTraceCollector()
  const server = createServer(collector.listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const counts: Record<string, number> = {}
  const counter = (name: string) => {
    expect(name).toBe('landscape_spans_total')
    return ({ outcome }: { outcome: string }, value = 1) =>
      void (counts[outcome] = (counts[outcome] ?? 0) + value)
  }
  const lines: { level: string; msg: string }[] = []
  const tracing = startTracing({
    service: 'data',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    metrics: { counter } as unknown as Metrics,
    logger: createLogger({
      service: 'data',
      level: 'info',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
  })
  return { tracing, collector, counts, lines }
}

/** Fills a batch, which is sent at once. */
function fillBatch(tracing: Tracing, spans = 512): void {
  for (let i = 0; i < spans; i++)
    tracing.begin({ kind: 'client', name: 'store get', traceId: TRACE }).end(END)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('startTracing', () => {
  it('names the process as the operator does', async () => {
    process.env['OTEL_SERVICE_NAME'] = 'named'
    const { tracing, collector } = await traced()
    delete process.env['OTEL_SERVICE_NAME']
    tracing.begin({ kind: 'server', name: 'GET', traceId: TRACE }).end(END)
    await tracing.close()
    expect(collector.requests.faults).toEqual([])
    expect(collector.spans.map(({ service }) => service)).toEqual(['named'])
  })

  it('sends spans with their trace and parent, at the latest on close', async () => {
    const { tracing, collector, counts } = await traced()
    const first = tracing.begin({ kind: 'server', name: 'GET', traceId: TRACE })
    const second = tracing.begin({
      kind: 'client',
      name: 'store get',
      traceId: TRACE,
      parentId: first.trace.spanId,
    })
    second.end({ attributes: { 'landscape.bucket': 'main' }, failed: true })
    first.end({
      name: 'GET /api/csv',
      attributes: { 'http.response.status_code': 200 },
      failed: false,
    })
    const sent = { kind: 'server', name: 'GET', traceId: TRACE, parentId: PARENT } as const
    tracing.begin(sent).end(END)
    expect(first.trace).toMatchObject({ traceId: TRACE, sampled: true })
    await tracing.close()
    expect(collector.requests.faults).toEqual([])
    const all = { service: 'data', traceId: TRACE }
    expect(collector.spans).toEqual([
      {
        ...all,
        kind: 'client',
        name: 'store get',
        spanId: second.trace.spanId,
        parentSpanId: first.trace.spanId,
        attributes: { 'landscape.bucket': 'main' },
        failed: true,
      },
      {
        ...all,
        kind: 'server',
        name: 'GET /api/csv',
        spanId: first.trace.spanId,
        parentSpanId: undefined,
        attributes: { 'http.response.status_code': 200 },
        failed: false,
      },
      expect.objectContaining({ ...all, kind: 'server', name: 'GET', parentSpanId: PARENT }),
    ])
    expect(counts).toEqual({ sent: 3 })
  })

  it('logs once when the collector rejects spans and once when it recovers', async () => {
    const { tracing, collector, counts, lines } = await traced()
    collector.response.status = 401
    for (const times of [1, 2]) {
      fillBatch(tracing)
      await until(() => counts['failed'] === times * 512)
    }
    collector.response.status = 200
    for (const times of [1, 2]) {
      fillBatch(tracing)
      await until(() => counts['sent'] === times * 512)
    }
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'traces cannot be sent to the collector' },
      { level: 'info', msg: 'traces are sent to the collector again' },
    ])
    await tracing.close()
  })

  it('queues 2,048 spans for a slow collector and drops the others', async () => {
    const { tracing, counts } = await traced()
    fillBatch(tracing, 3_000)
    expect(counts).toEqual({ dropped: 3_000 - 2_048 })
    await until(() => counts['sent'] === 2_048)
    fillBatch(tracing)
    await until(() => counts['sent'] === 2_048 + 512)
    await tracing.close()
  })
})
