import { describe, expect, it } from '@jest/globals'
import { inTrace, type Metrics, type Tracing } from '@landscape/http'
import { watchHostCalls } from './watch-host-calls.ts'

const outcomes: string[] = []
const metrics = {
  histogram: () => (labels: { outcome: string }) => void outcomes.push(labels.outcome),
} as unknown as Metrics

describe('watchHostCalls', () => {
  it('tells answers, limits, refusals and silence apart', async () => {
    for (const status of [200, 304, 404, 429, 503]) {
      const answer = new Response(null, { status })
      expect(await watchHostCalls(async () => answer, { metrics })('http://host.example')).toBe(
        answer,
      )
    }
    const silent = watchHostCalls(() => Promise.reject(new Error('no answer')), { metrics })
    await expect(silent('http://host.example')).rejects.toThrow('no answer')
    expect(outcomes).toEqual(['answered', 'answered', 'refused', 'limited', 'refused', 'silent'])
  })

  it('makes a span of a call that a recorded request led to, and tells the host where in the trace', async () => {
    const [traceId, spanId, parentId] = ['4bf9'.repeat(8), '00f0'.repeat(4), 'b7ad'.repeat(4)]
    const told: object[] = []
    const tracing: Tracing = {
      begin(start) {
        told.push(start)
        const trace = { traceId, spanId, sampled: true }
        return { trace, end: (end) => void told.push(end) }
      },
      close: async () => {},
    }
    const sent: Record<string, string>[] = []
    const host: typeof fetch = async (input, init) => {
      sent.push(Object.fromEntries(new Request(input, init).headers))
      return new Response(null, { status: 404 })
    }
    const ask = watchHostCalls(host, { tracing })
    const url = 'http://host.example/orgs/acme/teams/kim'
    const own = { headers: { accept: 'application/json' } }
    await inTrace({ traceId, spanId: parentId, sampled: true }, () => ask(url, own))
    await inTrace({ traceId, spanId: parentId, sampled: true }, () => ask(new Request(url, own)))
    await inTrace({ traceId, spanId: parentId, sampled: false }, () => ask(url, own))
    await ask(url, own)
    const begun = { kind: 'client', name: 'ask source-control host', traceId, parentId }
    const ended = { attributes: { 'landscape.outcome': 'refused' }, failed: true }
    expect(told).toEqual([begun, ended, begun, ended])
    const traceparent = `00-${traceId}-${spanId}-01`
    expect(sent).toEqual([
      { ...own.headers, traceparent },
      { ...own.headers, traceparent },
      own.headers,
      own.headers,
    ])
  })

  it('asks as before when nobody watches', () => {
    expect(watchHostCalls(fetch, {})).toBe(fetch)
  })
})
