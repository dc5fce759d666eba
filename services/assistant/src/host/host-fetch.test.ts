import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { TraceContext } from '@landscape/http/telemetry/trace-context'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createHostFetch, type Fetch } from './host-fetch.ts'

const outcomes: string[] = []
const metrics = {
  histogram: () => (labels: { outcome: string }) => void outcomes.push(labels.outcome),
} as unknown as Metrics

/** Runs work in a request of a trace. */
function inRequest<T>(trace: TraceContext, work: () => T): T {
  const begin = createBeginRequest({
    logger: createLogger({ service: 'test', level: 'silent', destination: { write() {} } }),
    tracing: { begin: () => ({ trace, end: () => {} }), close: async () => {} },
    recordedShare: 1,
  })
  const req = new IncomingMessage(new Socket())
  return begin(req, new ServerResponse(req), work)
}

/** A `fetch` of the host with these metrics and traces. */
function watched(host: Fetch, telemetry: Parameters<typeof createHostFetch>[1]) {
  return createHostFetch(
    host,
    telemetry,
  )({
    isAllowed: ({ hostname }) => hostname === 'host.example',
    timeoutMs: 5_000,
    maxBytes: 10,
  })
}

describe('createHostFetch', () => {
  it('counts calls by outcome', async () => {
    for (const status of [200, 304, 404, 429, 503]) {
      const host = watched(async () => new Response(null, { status }), { metrics })
      expect((await host('http://host.example')).status).toBe(status)
    }
    const silent = watched(() => Promise.reject(new Error('down')), { metrics })
    await expect(silent('http://host.example')).rejects.toMatchObject({ kind: 'no-response' })
    expect(outcomes).toEqual(['ok', 'ok', 'rejected', 'limited', 'rejected', 'no_response'])
  })

  it('records a span for sampled requests and propagates the trace', async () => {
    const [traceId, spanId, parentId] = ['4bf9'.repeat(8), '00f0'.repeat(4), 'b7ad'.repeat(4)]
    const recorded: object[] = []
    const tracing: Tracing = {
      begin(start) {
        recorded.push(start)
        const trace = { traceId, spanId, sampled: true }
        return { trace, end: (end) => void recorded.push(end) }
      },
      close: async () => {},
    }
    const sent: Record<string, string>[] = []
    const host: Fetch = async (input, init) => {
      sent.push(Object.fromEntries(new Request(input, init).headers))
      return new Response(null, { status: 404 })
    }
    const call = watched(host, { tracing })
    const url = 'http://host.example/orgs/acme/teams/kim'
    const own = { headers: { accept: 'application/json' } }
    await inRequest({ traceId, spanId: parentId, sampled: true }, () => call(url, own))
    await inRequest({ traceId, spanId: parentId, sampled: true }, () => call(url, own))
    await inRequest({ traceId, spanId: parentId, sampled: false }, () => call(url, own))
    await call(url, own)
    const begun = { kind: 'client', name: 'call source-control host', traceId, parentId }
    const ended = { attributes: { 'landscape.outcome': 'rejected' }, failed: true }
    expect(recorded).toEqual([begun, ended, begun, ended])
    const traceparent = `00-${traceId}-${spanId}-01`
    expect(sent).toEqual([
      { ...own.headers, traceparent },
      { ...own.headers, traceparent },
      own.headers,
      own.headers,
    ])
  })

  it('sends nothing to another address and reads no body above the limit', async () => {
    const sent: string[] = []
    const host = watched(async (url) => {
      sent.push(url)
      return new Response('x'.repeat(11))
    }, {})
    for (const url of ['http://other.example', 'not an address']) {
      await expect(host(url)).rejects.toMatchObject({ kind: 'invalid-response' })
    }
    expect(sent).toEqual([])
    await expect(host('http://host.example')).rejects.toThrow('returned more than 10 bytes')
  })
})
