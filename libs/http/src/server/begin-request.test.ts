import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '@landscape/runtime'
import { addHeaders, headerOf } from '../responses/response-head.ts'
import {
  createBeginRequest,
  idsOf,
  setSharedRequestId,
  requestIdOf,
  routeOf,
  setRejection,
  setRoute,
  type BeginRequestDeps,
} from './begin-request.ts'
import { currentTrace } from '../telemetry/trace-context.ts'
import type { SpanEnd, SpanStart, Tracing } from '../telemetry/tracing.ts'

/** A request that has begun, and its log lines. */
function begun(
  { url = '/api/a', method = 'GET', headers = {}, level = 'info' } = {},
  recording: Omit<BeginRequestDeps, 'logger'> = {},
) {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger({
    service: 'test',
    level,
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  })
  const res = Object.assign(new EventEmitter(), {
    statusCode: 200,
    writableFinished: true,
  }) as unknown as ServerResponse & { writableFinished: boolean }
  const trace = createBeginRequest({ logger, ...recording })(
    { url, method, headers } as IncomingMessage,
    res,
    currentTrace,
  )
  return { res, lines, trace }
}

describe('the id of a request', () => {
  const idFor = (given?: unknown) => {
    const { res } = begun({ headers: { 'x-request-id': given } })
    expect(headerOf(res, 'x-request-id')).toBe(requestIdOf(res))
    return requestIdOf(res)
  }

  it.each(['abcd-1234', 'A.b_c:d-9', 'x'.repeat(128)])('is that of the request: %s', (id) => {
    expect(idFor(id)).toBe(id)
  })

  it.each([undefined, '', 'short-1', 'x'.repeat(129), 'two words', 'abcd-1234\n', ['abcd-1234']])(
    'is a new one in place of %j',
    (given) => {
      const id = idFor(given)
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(idFor(given)).not.toBe(id)
    },
  )

  it.each([`ghp_${'a1'.repeat(18)}`, `AKIA${'A1'.repeat(8)}`])(
    'is a new one in place of a value that looks like a secret: %s',
    (secret) => {
      const { res, lines } = begun({ headers: { 'x-request-id': secret } })
      res.emit('close')
      expect(requestIdOf(res)).toMatch(/^[0-9a-f-]{36}$/)
      expect(headerOf(res, 'x-request-id')).toBe(requestIdOf(res))
      expect(lines[0]).toMatchObject({ requestId: requestIdOf(res) })
    },
  )

  it('is empty before createBeginRequest', () => {
    expect([requestIdOf({}), routeOf({})]).toEqual(['', undefined])
    expect(idsOf({})).toEqual({ requestId: '', traceId: '' })
    expect(() => setRoute({}, '/api/a')).not.toThrow()
  })
})

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

describe('the line of a request', () => {
  it('is logged when the response ends, with the path template', () => {
    const { res, lines } = begun({ method: 'PUT', headers: { 'x-request-id': 'abcd-1234' } })
    setRoute(res, '/api/:name')
    res.statusCode = 201
    expect(lines).toEqual([])
    res.emit('close')
    res.emit('close')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 'info',
      msg: 'request',
      requestId: 'abcd-1234',
      method: 'PUT',
      route: '/api/:name',
      status: 201,
      ms: expect.any(Number),
    })
    expect(lines[0]).not.toHaveProperty('aborted')
  })

  it('contains the message and at most five parts of a validation error', () => {
    const part = { pointer: '/a', detail: 'is malformed' }
    const lineFor = (errors?: (typeof part)[]) => {
      const { res, lines } = begun()
      setRejection(res, { error: 'Why', ...(errors && { errors }) })
      res.emit('close')
      return lines[0]
    }
    const errors = Array.from({ length: 5 }, () => part)
    expect(lineFor([...errors, part])).toMatchObject({ error: 'Why', errors })
    expect(lineFor()).not.toHaveProperty('error')
    expect(() => setRejection({}, { error: 'Why', errors })).not.toThrow()
  })

  it('contains the id of a shared request when it differs', () => {
    const lineWith = (sharedRequestId?: string) => {
      const { res, lines } = begun({ headers: { 'x-request-id': 'abcd-1234' } })
      if (sharedRequestId !== undefined) setSharedRequestId(res, sharedRequestId)
      res.emit('close')
      return lines[0]
    }
    expect(lineWith('other-5678')).toMatchObject({
      requestId: 'abcd-1234',
      sharedRequestId: 'other-5678',
    })
    expect(lineWith('abcd-1234')).not.toHaveProperty('sharedRequestId')
    expect(lineWith()).not.toHaveProperty('sharedRequestId')
    expect(() => setSharedRequestId({}, 'other-5678')).not.toThrow()
  })

  it('contains the duration, rounded to 0.1 ms', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000)
    const { res, lines } = begun()
    clock.mockReturnValue(1_012.34)
    res.emit('close')
    clock.mockRestore()
    expect(lines[0]).toMatchObject({ ms: 12.3 })
  })

  it('marks a response that the client did not receive completely', () => {
    const { res, lines } = begun()
    res.writableFinished = false
    res.emit('close')
    expect(lines[0]).toMatchObject({ aborted: true })
  })

  it('marks a stale response', () => {
    const linesWith = (warning?: string) => {
      const { res, lines } = begun()
      addHeaders(res, { warning })
      res.emit('close')
      return lines
    }
    expect(linesWith('110 - "Response is Stale"')).toMatchObject([{ stale: true }])
    for (const warning of [undefined, '199 - "1100 things"'])
      expect(linesWith(warning)[0]).not.toHaveProperty('stale')
  })

  it.each(['/livez', '/readyz', '/readyz?from=kubelet', '/api/health'])(
    'has level debug for %s',
    (url) => {
      const { res, lines } = begun({ url })
      res.emit('close')
      expect(lines).toEqual([])
      const all = begun({ url, level: 'debug' })
      all.res.emit('close')
      expect(all.lines).toMatchObject([{ level: 'debug', msg: 'request' }])
    },
  )
})
