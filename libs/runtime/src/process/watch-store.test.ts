import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { TraceContext } from '@landscape/http/telemetry/trace-context'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable } from '@landscape/store/objects/port'
import { createLogger } from '../logging/create-logger.ts'
import { watchStoreCalls } from './watch-store.ts'

/** Metrics that record their values. */
function recorder() {
  const recorded: [name: string, labels: object, value: number | undefined][] = []
  const histogram = ((name: string) => (labels: object, value?: number) =>
    void recorded.push([name, labels, value])) as Metrics['histogram']
  return { recorded, metrics: { histogram } as Metrics }
}

const ref = { bucket: 'main', key: 'kim.json' } as const

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

describe('watchStoreCalls', () => {
  it('records the outcome of each call and the size of each write', async () => {
    const { recorded, metrics } = recorder()
    const store = watchStoreCalls(createEmbeddedStore(':memory:'), { metrics })
    await store.get(ref)
    const { etag } = await store.put(ref, Buffer.from('"a"'), { absent: true })
    await store.put(ref, Buffer.from('"b"'), { absent: true }).catch(() => {})
    await store.get(ref)
    await store.get(ref, { ifNoneMatch: etag })
    expect(await store.list('main', 'k')).toEqual([ref.key])
    await store.remove(ref)
    const calls = recorded.filter(([name]) => name === 'landscape_store_call_seconds')
    expect(calls.map(([, labels]) => Object.values(labels).join(' '))).toEqual([
      'get main missing',
      'put main done',
      'put main conflict',
      'get main found',
      'get main not-modified',
      'list main done',
      'remove main done',
    ])
    expect(calls.every(([, , seconds]) => Number(seconds) >= 0)).toBe(true)
    const sizes = recorded.filter(([name]) => name === 'landscape_store_put_bytes')
    expect(sizes).toEqual([['landscape_store_put_bytes', { bucket: 'main' }, 3]])
    expect(JSON.stringify(recorded)).not.toContain('kim')
    store.close()
    await expect(store.get(ref)).rejects.toThrow()
  })

  it.each([
    ['unavailable', new StoreUnavailable('down')],
    ['failed', new Error('a defect')],
  ])('records a call that is %s and rethrows its error', async (outcome, error) => {
    const { recorded, metrics } = recorder()
    const failing = { ...createEmbeddedStore(':memory:'), get: () => Promise.reject(error) }
    await expect(watchStoreCalls(failing, { metrics }).get(ref)).rejects.toBe(error)
    expect(recorded.map(([, labels]) => labels)).toEqual([{ call: 'get', bucket: 'main', outcome }])
  })

  it('records a span without the key for each call in a sampled trace', async () => {
    const recorded: object[] = []
    const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
    const tracing: Tracing = {
      begin(start) {
        recorded.push(start)
        return { trace: { ...parent, sampled: true }, end: (end) => void recorded.push(end) }
      },
      close: async () => {},
    }
    const fail = () => Promise.reject(new StoreUnavailable('down'))
    const store = watchStoreCalls({ ...createEmbeddedStore(':memory:'), list: fail }, { tracing })
    await store.get(ref)
    await inRequest({ ...parent, sampled: false }, () => store.get(ref))
    expect(recorded).toEqual([])
    await inRequest({ ...parent, sampled: true }, () => store.get(ref))
    await inRequest({ ...parent, sampled: true }, () => store.list('main', 'kim')).catch(() => {})
    const [traceId, parentId] = [parent.traceId, parent.spanId]
    expect(recorded).toEqual([
      { kind: 'client', name: 'store get', traceId, parentId },
      {
        attributes: { 'landscape.bucket': 'main', 'landscape.outcome': 'missing' },
        failed: false,
      },
      { kind: 'client', name: 'store list', traceId, parentId },
      {
        attributes: { 'landscape.bucket': 'main', 'landscape.outcome': 'unavailable' },
        failed: true,
      },
    ])
  })

  it('returns the store itself without metrics and tracing', () => {
    const store = createEmbeddedStore(':memory:')
    expect(watchStoreCalls(store, {})).toBe(store)
  })
})
