import { describe, expect, it } from '@jest/globals'
import { inTrace, type Metrics, type Tracing } from '@landscape/http'
import { createEmbeddedStore, StoreUnavailable } from '@landscape/store'
import { watchStoreCalls } from './watch-store-calls.ts'

/** Metrics that keep what they were told. */
function noted() {
  const told: [name: string, labels: object, value: number | undefined][] = []
  const histogram = ((name: string) => (labels: object, value?: number) =>
    void told.push([name, labels, value])) as Metrics['histogram']
  return { told, metrics: { histogram } as Metrics }
}

const ref = { bucket: 'main', key: 'kim.json' } as const

describe('watchStoreCalls', () => {
  it('tells of each call what came of it, and of a write how large it was', async () => {
    const { told, metrics } = noted()
    const store = watchStoreCalls(createEmbeddedStore(':memory:'), { metrics })
    await store.get(ref)
    const { etag } = await store.put(ref, Buffer.from('"a"'), { absent: true })
    await store.put(ref, Buffer.from('"b"'), { absent: true }).catch(() => {})
    await store.get(ref)
    await store.get(ref, { ifNoneMatch: etag })
    expect(await store.list('main', 'k')).toEqual([ref.key])
    await store.remove(ref)
    const calls = told.filter(([name]) => name === 'landscape_store_call_seconds')
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
    const sizes = told.filter(([name]) => name === 'landscape_store_put_bytes')
    expect(sizes).toEqual([['landscape_store_put_bytes', { bucket: 'main' }, 3]])
    expect(JSON.stringify(told)).not.toContain('kim')
    store.close()
    await expect(store.get(ref)).rejects.toThrow()
  })

  it.each([
    ['unavailable', new StoreUnavailable('away')],
    ['failed', new Error('a defect')],
  ])('tells of a call that is %s, and throws what the store throws', async (outcome, error) => {
    const { told, metrics } = noted()
    const away = { ...createEmbeddedStore(':memory:'), get: () => Promise.reject(error) }
    await expect(watchStoreCalls(away, { metrics }).get(ref)).rejects.toBe(error)
    expect(told.map(([, labels]) => labels)).toEqual([{ call: 'get', bucket: 'main', outcome }])
  })

  it('makes a span of each call that a recorded request led to, without a word of its key', async () => {
    const told: object[] = []
    const place = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
    const tracing: Tracing = {
      begin(start) {
        told.push(start)
        return { trace: { ...place, sampled: true }, end: (end) => void told.push(end) }
      },
      close: async () => {},
    }
    const away = () => Promise.reject(new StoreUnavailable('away'))
    const store = watchStoreCalls({ ...createEmbeddedStore(':memory:'), list: away }, { tracing })
    await store.get(ref)
    await inTrace({ ...place, sampled: false }, () => store.get(ref))
    expect(told).toEqual([])
    await inTrace({ ...place, sampled: true }, () => store.get(ref))
    await inTrace({ ...place, sampled: true }, () => store.list('main', 'kim')).catch(() => {})
    const [traceId, parentId] = [place.traceId, place.spanId]
    expect(told).toEqual([
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

  it('is the store itself when nobody watches', () => {
    const store = createEmbeddedStore(':memory:')
    expect(watchStoreCalls(store, {})).toBe(store)
  })
})
