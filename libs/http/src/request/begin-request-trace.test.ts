import { describe, expect, it } from '@jest/globals'
import { begun } from '../../test/begun.ts'
import { idsOf, setRoute } from './begin-request.ts'
import type { SpanEnd, SpanStart, Tracing } from '../telemetry/tracing.ts'

describe('the trace of a request', () => {
  const traceOf = (traceparent?: unknown) => {
    const { res, lines, trace } = begun({ headers: { traceparent } })
    res.emit('close')
    expect(lines[0]).toMatchObject({ traceId: trace?.traceId })
    expect(idsOf(res).traceId).toBe(trace?.traceId)
    return trace
  }

  it('is that of the request', () => {
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    expect(traceOf(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: false })
  })

  it.each([undefined, '00-evil', `00-${'0'.repeat(32)}-00f067aa0ba902b7-00`])(
    'is a new one in place of %j',
    (traceparent) => {
      const trace = traceOf(traceparent)
      expect(trace?.traceId).toMatch(/^[\da-f]{32}$/)
      expect(traceOf(traceparent)?.traceId).not.toBe(trace?.traceId)
    },
  )
})

describe('the span of a request', () => {
  const SENDER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const from = (flags: string) => ({
    traceparent: `00-${SENDER.traceId}-${SENDER.spanId}-${flags}`,
  })
  /** Tracing that collects the starts and ends of spans. */
  function collecting() {
    const spans: (SpanStart | SpanEnd)[] = []
    const tracing: Tracing = {
      begin(start) {
        spans.push(start)
        const trace = { traceId: start.traceId, spanId: 'b7ad6b7169203331', sampled: true }
        return { trace, end: (end) => void spans.push(end) }
      },
      close: async () => {},
    }
    return { spans, tracing }
  }

  it('is a child of the sender and the parent of outgoing calls', () => {
    const { spans, tracing } = collecting()
    const { res, trace } = begun({ method: 'PUT', headers: from('01') }, { tracing })
    setRoute(res, '/api/:name')
    res.statusCode = 503
    res.emit('close')
    expect(trace).toEqual({ traceId: SENDER.traceId, spanId: 'b7ad6b7169203331', sampled: true })
    expect(spans).toEqual([
      { kind: 'server', name: 'PUT', traceId: SENDER.traceId, parentId: SENDER.spanId },
      {
        name: 'PUT /api/:name',
        attributes: {
          'http.request.method': 'PUT',
          'http.response.status_code': 503,
          'http.route': '/api/:name',
        },
        failed: true,
      },
    ])
  })

  it('contains no part of a path without a route', () => {
    const { spans, tracing } = collecting()
    const url = '/api/kim@acme.example?token=secret'
    const { res } = begun({ url, headers: from('01') }, { tracing })
    res.statusCode = 404
    res.emit('close')
    expect(spans[1]).toEqual({
      name: 'GET',
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 404 },
      failed: false,
    })
  })

  it('exists when its sender records, without a recorded share', () => {
    for (const [headers, times] of [
      [from('01'), 1],
      [from('00'), 0],
      [{}, 0],
    ] as const) {
      const { spans, tracing } = collecting()
      begun({ headers }, { tracing })
      expect(spans).toHaveLength(times)
    }
  })

  it('exists for the recorded share, whatever the sender', () => {
    for (const headers of [from('01'), from('00'), {}]) {
      for (const [recordedShare, times] of [
        [0, 0],
        [1, 1],
      ] as const) {
        const { spans, tracing } = collecting()
        const { trace } = begun({ headers }, { tracing, recordedShare })
        expect([spans.length, trace?.sampled]).toEqual([times, times === 1])
      }
    }
  })

  it('is the root of a trace without a sender', () => {
    const { spans, tracing } = collecting()
    const { res } = begun({}, { tracing, recordedShare: 1 })
    expect(spans).toEqual([
      { kind: 'server', name: 'GET', traceId: idsOf(res).traceId, parentId: undefined },
    ])
  })

  it('does not exist for probes', () => {
    const { spans, tracing } = collecting()
    begun({ url: '/livez' }, { tracing, recordedShare: 1 })
    expect(spans).toEqual([])
  })
})
