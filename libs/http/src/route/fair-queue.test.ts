import { describe, expect, it } from '@jest/globals'
import { EventEmitter, once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFairQueue, limitUnreadBytes } from './fair-queue.ts'

/** Work that the test ends, and a clock of the process's active time. */
function scene() {
  let busy = 0
  const begun: string[] = []
  const rests: { ms: number; over: () => void }[] = []
  const enqueue = createFairQueue(
    () => busy,
    (ms) => new Promise<void>((over) => rests.push({ ms, over })),
  )
  const enqueueFor = (caller: string, name: string, ms = 0, left?: Promise<unknown>) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const work = () => {
      begun.push(name)
      busy += ms
      return promise
    }
    const result = enqueue(caller, work, left && (() => left))
    result.catch(() => {})
    return { result, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { enqueueFor, begun, rests }
}

/** Waits for all pending promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('createFairQueue', () => {
  it('runs the work of one caller sequentially, and of other callers in parallel', async () => {
    const { enqueueFor, begun } = scene()
    const first = enqueueFor('kim', 'first')
    enqueueFor('kim', 'second')
    enqueueFor('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    first.end()
    expect(await first.result).toBe('first')
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('keeps the order while a caller adds more work', async () => {
    const { enqueueFor, begun } = scene()
    const first = enqueueFor('kim', 'first')
    const second = enqueueFor('kim', 'second')
    first.end()
    await first.result
    await settled()
    enqueueFor('kim', 'third')
    await settled()
    expect(begun).toEqual(['first', 'second'])
    second.end()
    await second.result
    await settled()
    expect(begun).toEqual(['first', 'second', 'third'])
  })

  it('continues after work that failed', async () => {
    const { enqueueFor, begun } = scene()
    const first = enqueueFor('kim', 'first')
    enqueueFor('kim', 'second')
    first.fail()
    await expect(first.result).rejects.toThrow('first')
    await settled()
    expect(begun).toEqual(['first', 'second'])
  })

  it('starts no more work of a caller before the release, but that of others', async () => {
    const { enqueueFor, begun } = scene()
    const left = Promise.withResolvers<void>()
    enqueueFor('kim', 'first', 0, left.promise).end()
    enqueueFor('kim', 'second')
    enqueueFor('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    left.resolve()
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('pauses after costly work for as long as it took, once it has resolved', async () => {
    const { enqueueFor, begun, rests } = scene()
    const first = enqueueFor('kim', 'first', 300)
    first.end()
    expect(await first.result).toBe('first')
    enqueueFor('kim', 'second')
    enqueueFor('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    expect(rests.map(({ ms }) => ms)).toEqual([300])
    rests[0]?.over()
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('pauses at most one second, and not after cheap work', async () => {
    const { enqueueFor, rests } = scene()
    enqueueFor('kim', 'long', 60_000).end()
    enqueueFor('lee', 'short', 19).end()
    await settled()
    enqueueFor('max', 'just long enough', 20).end()
    await settled()
    expect(rests.map(({ ms }) => ms)).toEqual([1_000, 20])
  })

  it('measures the active time of the event loop', async () => {
    const rested = Promise.withResolvers<number>()
    const enqueue = createFairQueue(undefined, async (ms) => rested.resolve(ms))
    await enqueue('kim', async () => {
      const end = performance.now() + 50
      while (performance.now() < end);
    })
    expect(await rested.promise).toBeGreaterThanOrEqual(20)
  })
})

describe('limitUnreadBytes', () => {
  /** Several times the socket buffers of the system. */
  const BYTES = 20_000_000

  /** A server of large responses, to clients that read nothing. */
  async function unreadResponses() {
    const responses: ServerResponse[] = []
    const server = createServer((_req, res) => {
      res.end(Buffer.alloc(BYTES))
      responses.push(res)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const receive = async () => {
      const call = request({ port, host: '127.0.0.1', agent: false }).end()
      await once(call, 'response')
      return { call, response: responses.at(-1)! }
    }
    return { receive, close: () => server.close() }
  }

  it('waits for the client once unread bytes exceed the maximum', async () => {
    const { receive, close } = await unreadResponses()
    const unread = limitUnreadBytes(1.5 * BYTES)
    const first = await receive()
    await unread(first.response)
    const second = await receive()
    let ended = false
    const end = unread(second.response).then(() => (ended = true))
    await settled()
    expect(ended).toBe(false)
    const closed = once(first.response, 'close')
    for (const { call } of [first, second]) call.destroy()
    await Promise.all([end, closed])
    const third = await receive()
    await unread(third.response)
    third.call.destroy()
    close()
  })

  it('does not wait for a closed response', async () => {
    const { receive, close } = await unreadResponses()
    const { call, response } = await receive()
    call.destroy()
    await once(response, 'close')
    await limitUnreadBytes(0)(response)
    close()
  })

  /** A response with this number of unread bytes. */
  const waiting = (writableLength: number, closed = false) =>
    Object.assign(new EventEmitter(), { writableLength, closed }) as unknown as ServerResponse

  it('accepts the maximum, 64 MB by default', async () => {
    await limitUnreadBytes(10)(waiting(10))
    const unread = limitUnreadBytes()
    await unread(waiting(64 * 2 ** 20))
    const more = waiting(1)
    const outcome = unread(more).then(() => 'over')
    expect(await Promise.race([outcome, settled().then(() => 'kept')])).toBe('kept')
    more.emit('close')
    expect(await outcome).toBe('over')
  })

  it('does not count closed responses', async () => {
    const unread = limitUnreadBytes(10)
    await unread(waiting(100, true))
    await unread(waiting(10))
  })
})
