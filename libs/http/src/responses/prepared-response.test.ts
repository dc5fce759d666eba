import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { compressedFast, createResponseCache, prepareJson } from './prepared-response.ts'

/** A queue that runs work in the next microtask. */
const enqueue = async <R>(work: () => Promise<R>): Promise<R> => Promise.resolve().then(work)

const DECODED = {
  identity: (body: Buffer) => body,
  br: (body: Buffer) => brotliDecompressSync(body),
  gzip: (body: Buffer) => gunzipSync(body),
}

const KEY = { name: 'list', version: 'first' }

describe('prepared', () => {
  it('replaces the cached response of another version', async () => {
    const size = prepareJson('x'.repeat(1_000)).bytes
    const cache = createResponseCache(3 * (size + 1_100))
    const other = { name: 'other', version: 'first' }
    let prepared = 0
    const respond = (key: typeof KEY) =>
      cache.prepared(key, () => prepareJson(`${++prepared}`.padEnd(1_000, 'x')))
    respond(other)
    for (let version = 0; version < 10; version++) respond({ ...KEY, version: `${version}` })
    expect(prepared).toBe(11)
    respond(other)
    expect(prepared).toBe(11)
    respond(KEY)
    expect(prepared).toBe(12)
  })
})

describe('the body of a prepared response', () => {
  it.each([
    [['gzip', 'identity', 'br', 'gzip']],
    [['br', 'br', 'gzip', 'br', 'gzip', 'identity']],
    [['identity', 'br', 'identity']],
  ] as const)('decodes to the same text in each encoding, in the order %j', async (order) => {
    const value = { text: 'ä text '.repeat(500) }
    const [queued, atOnce] = [prepareJson(value), prepareJson(value)]
    for (const encoding of order) {
      const text = DECODED[encoding](await queued.body(encoding))
      expect(JSON.parse(String(text))).toEqual(value)
    }
    const bodies = await Promise.all(order.map((encoding) => atOnce.body(encoding)))
    const texts = bodies.map((body, i) => String(DECODED[order[i] ?? 'identity'](body)))
    expect(texts).toEqual(order.map(() => JSON.stringify(value)))
  })
})

describe('repeated bodies of a prepared response', () => {
  it.each(['br', 'gzip'] as const)(
    'are the first one until the %s body that is compressed well is ready',
    async (coding) => {
      const words = Array.from({ length: 20_000 }, (_, i) => `word ${(i * i) % 997}`)
      const response = prepareJson(words)
      const first = await response.body(coding)
      expect(await response.body(coding)).toBe(first)
      const shared = await prepareJson(words).body(coding, { isShared: true })
      expect(shared.length).toBeLessThan(first.length)
      while ((await response.body(coding)) === first)
        await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await response.body(coding)).toEqual(shared)
    },
  )
})

describe('the body of a shared read', () => {
  it('is rejected while a large one is not compressed well', async () => {
    const response = prepareJson(Array.from({ length: 20_000 }, (_, i) => `word ${(i * i) % 997}`))
    const first = await response.body('br')
    await expect(response.body('br', { isShared: true })).rejects.toThrow('Not cached')
    while ((await response.body('br')) === first)
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await response.body('br', { isShared: true })).length).toBeLessThan(first.length)
  })

  it.each(['br', 'gzip', 'identity'] as const)(
    'keeps no more than its %s bytes',
    async (coding) => {
      const body = await prepareJson('some words '.repeat(200)).body(coding)
      expect(body.buffer.byteLength).toBe(body.length)
    },
  )
})

describe('compressedFast', () => {
  it('returns the first body again, also to a shared read', async () => {
    const response = compressedFast(prepareJson(Array.from({ length: 50_000 }, (_, i) => i)))
    const first = await response.body('br')
    expect(JSON.parse(DECODED.br(first).toString())).toHaveLength(50_000)
    expect(await response.body('br')).toBe(first)
    expect(await response.body('br', { isShared: true })).toBe(first)
    expect(await response.body('identity')).toHaveLength(response.bytes)
  })
})

describe('respond of a response cache', () => {
  it('prepares a response once for concurrent callers', async () => {
    const cache = createResponseCache()
    let prepared = 0
    const respond = () =>
      cache.respond(
        KEY,
        enqueue,
        () => prepareJson({ prepared: ++prepared }),
        async (response) => String(await response.body('identity')),
      )
    expect(await Promise.all([respond(), respond(), respond()])).toEqual(
      Array(3).fill('{"prepared":1}'),
    )
  })

  it('responds before it prepares the next version, without delaying other names', async () => {
    const cache = createResponseCache()
    const log: string[] = []
    const { promise: sent, resolve: send } = Promise.withResolvers<void>()
    const respond = (name: string, version: string) =>
      cache.respond(
        { name, version },
        enqueue,
        () => {
          log.push(`${version} ${name} prepared`)
          return prepareJson(version)
        },
        async () => {
          if (version === 'first') await sent
          log.push(`${version} ${name} sent`)
        },
      )
    const responses = [respond('list', 'first'), respond('list', 'second')]
    await respond('other list', 'second')
    log.push('the first is released')
    send()
    await Promise.all(responses)
    expect(log).toEqual([
      'first list prepared',
      'second other list prepared',
      'second other list sent',
      'the first is released',
      'first list sent',
      'second list prepared',
      'second list sent',
    ])
  })

  it('prepares again after a failure', async () => {
    const cache = createResponseCache()
    const make = () => Promise.reject(new Error('This time'))
    await expect(cache.respond(KEY, enqueue, make, async () => '')).rejects.toThrow('This time')
    const response = await cache.respond(
      KEY,
      enqueue,
      () => prepareJson('prepared'),
      async (prepared) => String(await prepared.body('identity')),
    )
    expect(response).toBe('"prepared"')
  })

  it('returns a cached response without the queue', async () => {
    const cache = createResponseCache()
    cache.prepared(KEY, () => prepareJson('cached'))
    const replied = cache.respond(
      KEY,
      () => Promise.reject(new Error('The queue is not used')),
      () => prepareJson('prepared'),
      async (response) => String(await response.body('identity')),
    )
    expect(await replied).toBe('"cached"')
  })
})
