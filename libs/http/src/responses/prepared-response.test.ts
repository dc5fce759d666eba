import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { createResponseCache, prepareJson } from './prepared-response.ts'

/** Everybody's turn comes at once, but not before all have asked. */
const turn = async <R>(work: () => Promise<R>): Promise<R> => Promise.resolve().then(work)

const DECODED = {
  identity: (body: Buffer) => body,
  br: (body: Buffer) => brotliDecompressSync(body),
  gzip: (body: Buffer) => gunzipSync(body),
}

const KEY = { name: 'list', version: 'first' }

describe('an answer about another version', () => {
  it('takes the place of the one before, so that memory grows with questions alone', async () => {
    const size = prepareJson('x'.repeat(1_000)).bytes
    const cache = createResponseCache(3 * (size + 300))
    const other = { name: 'other', version: 'first' }
    let made = 0
    const ask = (key: typeof KEY) => cache.preparedJson(key, () => `${++made}`.padEnd(1_000, 'x'))
    ask(other)
    for (let version = 0; version < 10; version++) ask({ ...KEY, version: `${version}` })
    expect(made).toBe(11)
    ask(other)
    expect(made).toBe(11)
    ask(KEY)
    expect(made).toBe(12)
  })
})

describe('the body of an answer', () => {
  it.each([
    [['gzip', 'identity', 'br', 'gzip']],
    [['br', 'gzip', 'identity']],
    [['identity', 'br', 'identity']],
  ] as const)('is the same text in each encoding, asked for in the order %j', async (order) => {
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

describe('an answer that is made in turn', () => {
  it('is made once, however many wait for their turns', async () => {
    const cache = createResponseCache()
    let made = 0
    const ask = () =>
      cache.respond(
        KEY,
        turn,
        () => prepareJson({ made: ++made }),
        async (answer) => String(await answer.body('identity')),
      )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill('{"made":1}'))
  })

  it('is replied with before the next version of it is made, and whatever else is asked for is made meanwhile', async () => {
    const cache = createResponseCache()
    const log: string[] = []
    const { promise: sent, resolve: send } = Promise.withResolvers<void>()
    const ask = (name: string, version: string) =>
      cache.respond(
        { name, version },
        turn,
        () => {
          log.push(`${version} ${name} made`)
          return prepareJson(version)
        },
        async () => {
          if (version === 'first') await sent
          log.push(`${version} ${name} sent`)
        },
      )
    const asked = [ask('list', 'first'), ask('list', 'second')]
    await ask('other list', 'second')
    log.push('the first may go')
    send()
    await Promise.all(asked)
    expect(log).toEqual([
      'first list made',
      'second other list made',
      'second other list sent',
      'the first may go',
      'first list sent',
      'second list made',
      'second list sent',
    ])
  })

  it('is asked for again after it could not be made', async () => {
    const cache = createResponseCache()
    const make = () => Promise.reject(new Error('This time'))
    await expect(cache.respond(KEY, turn, make, async () => '')).rejects.toThrow('This time')
    const answer = await cache.respond(
      KEY,
      turn,
      () => prepareJson('made'),
      async (made) => String(await made.body('identity')),
    )
    expect(answer).toBe('"made"')
  })

  it("takes nobody's turn when it is known", async () => {
    const cache = createResponseCache()
    cache.preparedJson(KEY, () => 'at hand')
    const answered = cache.respond(
      KEY,
      () => Promise.reject(new Error('Nobody waits')),
      () => prepareJson('made'),
      async (answer) => String(await answer.body('identity')),
    )
    expect(await answered).toBe('"at hand"')
  })
})
