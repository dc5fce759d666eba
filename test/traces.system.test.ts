import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import {
  createTraceCollector,
  type ReceivedSpan,
  type TraceCollector,
} from '@landscape/dev/trace-collector'
import { createClient } from './support/client.ts'
import { startWithSourceControl } from './support/source-control.ts'
import { startProduction, type Production } from './support/production.ts'
import { freePorts } from './support/free-ports.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SENDER = '00f067aa0ba902b7'
const PERSON = { email: 'kim.unmistakable@acme.example', groups: ['admin', 'reviewer'] }
const PROJECT = 'Unmistakable plans'

const servers: Server[] = []
let running: Production | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function listening(collector: TraceCollector): Promise<string> {
  const server = createServer(collector.listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the spans of a landscape after it has stopped. */
async function stopped({ terminate }: Production, services: readonly ['gateway', ...string[]]) {
  for (const service of services) expect(await terminate(service as 'gateway')).toBe(0)
}

/** Spans of the gateway, its upstream request, the service and its store calls. */
type Way = [[string, [string, string[]]]]

/** Returns the names of spans as a tree. */
function treeOf(spans: readonly ReceivedSpan[], parent: string | undefined): unknown[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .map(({ service, kind, name, spanId }) => {
      const below = treeOf(spans, spanId)
      const text = `${String(service)} ${kind} ${name}`
      return below.length > 0 ? [text, ...below] : text
    })
}

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('receives the spans of gateway, service and store without data of the caller', async () => {
    const collector = createTraceCollector()
    running = await startProduction({
      services: ['gateway', 'projects', 'data'],
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
        OTEL_TRACES_SAMPLER_ARG: '1',
      },
    })
    const client = createClient(running.url)
    const headers = {
      ...running.issuer.headersFor(PERSON),
      traceparent: `00-${TRACE}-${SENDER}-00`,
      'x-request-id': PERSON.email.replace('@', '.at.'),
    }
    const project = { user: [{ email: PERSON.email, roles: [] }], details: [{ name: PROJECT }] }
    expect((await client.post('/api/v1/projects', project, headers)).status).toBe(201)
    await client.get(`/api/v1/projects/${encodeURIComponent(PROJECT)}?x=${PROJECT}`)
    const { traceId } = (await client.get(`/nowhere/${PERSON.email}`)).json() as { traceId: string }
    client.close()
    await stopped(running, ['gateway', 'projects', 'data'])

    expect(collector.requests.faults).toEqual([])
    const spans = collector.spans.filter((span) => span.traceId === TRACE)
    const [[gateway, [upstream, [service, ...calls]]]] = treeOf(spans, SENDER) as Way
    expect([gateway, upstream, service]).toEqual([
      'gateway server POST /api/v1/*',
      'gateway client request projects',
      'projects server POST /api/v1/projects',
    ])
    const store = ['get', 'list', 'put'].map((call) => `projects client store ${call}`)
    expect([...new Set(calls)].sort()).toEqual(store)
    const alone = collector.spans.filter((span) => span.traceId === traceId)
    expect(treeOf(alone, undefined)).toEqual(['gateway server GET'])
    const text = JSON.stringify(collector.spans)
    for (const word of ['unmistakable', 'Unmistakable', 'acme', 'nowhere', 'json', '?', 'eyJ'])
      expect(text).not.toContain(word)
  }, 60_000)

  it('receives the spans of calls to the source-control host', async () => {
    const collector = createTraceCollector()
    const landscape = await startWithSourceControl({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
        OTEL_TRACES_SAMPLER_ARG: '1',
      },
    })
    running = landscape
    const client = createClient(landscape.url)
    const headers = {
      ...landscape.issuer.headersFor(PERSON),
      traceparent: `00-${TRACE}-${SENDER}-00`,
    }
    expect((await client.get('/assistant/api/seats', headers)).status).toBe(200)
    client.close()
    await stopped(landscape, ['gateway', 'assistant'])
    const spans = collector.spans.filter((span) => span.traceId === TRACE)
    const [[gateway, [upstream, [service, ...calls]]]] = treeOf(spans, SENDER) as Way
    expect([gateway, upstream, service]).toEqual([
      'gateway server GET /assistant/api/seats/*',
      'gateway client request assistant',
      'assistant server GET /assistant/api/seats',
    ])
    expect(new Set(calls)).toContain('assistant client call source-control host')
  }, 60_000)

  it('receives no spans of unsampled requests, regardless of the headers of the caller', async () => {
    const collector = createTraceCollector()
    running = await startProduction({
      services: ['gateway', 'data'],
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
        OTEL_TRACES_SAMPLER_ARG: '0',
      },
    })
    const client = createClient(running.url)
    const response = await client.get('/api/banners', { traceparent: `00-${TRACE}-${SENDER}-01` })
    expect(response.status).toBe(200)
    client.close()
    await stopped(running, ['gateway', 'data'])
    expect(collector.requests.count).toBe(0)
  }, 60_000)

  it('does not affect requests or the shutdown when it is unreachable', async () => {
    const [port] = await freePorts(1)
    running = await startProduction({
      services: ['gateway', 'data'],
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_TRACES_SAMPLER_ARG: '1',
      },
    })
    const client = createClient(running.url)
    for (let i = 0; i < 20; i++) expect((await client.get('/api/banners')).status).toBe(200)
    client.close()
    await stopped(running, ['gateway', 'data'])
  }, 60_000)
})
