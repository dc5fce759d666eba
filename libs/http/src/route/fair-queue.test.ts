import { describe, expect, it } from '@jest/globals'
import { EventEmitter, once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFairQueue, limitUnreadBytes } from './fair-queue.ts'

/** Work that ends when it is told to, and a clock of how busy the process is. */
function scene() {
  let busy = 0
  const begun: string[] = []
  const rests: { ms: number; over: () => void }[] = []
  const enqueue = createFairQueue(
    () => busy,
    (ms) => new Promise<void>((over) => rests.push({ ms, over })),
  )
  const ask = (caller: string, name: string, ms = 0, left?: Promise<unknown>) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const work = () => {
      begun.push(name)
      busy += ms
      return promise
    }
    const answer = enqueue(caller, work, left && (() => left))
    answer.catch(() => {})
    return { answer, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { ask, begun, rests }
}

/** Everything that is due has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('createFairQueue', () => {
  it('runs the work of one caller sequentially, and of other callers in parallel', async () => {
    const { ask, begun } = scene()
    const first = ask('kim', 'first')
    ask('kim', 'second')
    ask('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    first.end()
    expect(await first.answer).toBe('first')
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('keeps the order while a caller adds more work', async () => {
    const { ask, begun } = scene()
    const first = ask('kim', 'first')
    const second = ask('kim', 'second')
    first.end()
    await first.answer
    await settled()
    ask('kim', 'third')
    await settled()
    expect(begun).toEqual(['first', 'second'])
    second.end()
    await second.answer
    await settled()
    expect(begun).toEqual(['first', 'second', 'third'])
  })

  it('continues after work that failed', async () => {
    const { ask, begun } = scene()
    const first = ask('kim', 'first')
    ask('kim', 'second')
    first.fail()
    await expect(first.answer).rejects.toThrow('first')
    await settled()
    expect(begun).toEqual(['first', 'second'])
  })

  it('starts no more work of a caller before the release, but that of others', async () => {
    const { ask, begun } = scene()
    const left = Promise.withResolvers<void>()
    ask('kim', 'first', 0, left.promise).end()
    ask('kim', 'second')
    ask('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    left.resolve()
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('pauses after costly work for as long as it took, once it has resolved', async () => {
    const { ask, begun, rests } = scene()
    const first = ask('kim', 'first', 300)
    first.end()
    expect(await first.answer).toBe('first')
    ask('kim', 'second')
    ask('lee', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
    expect(rests.map(({ ms }) => ms)).toEqual([300])
    rests[0]?.over()
    await settled()
    expect(begun).toEqual(['first', 'other', 'second'])
  })

  it('pauses at most one second, and not after cheap work', async () => {
    const { ask, rests } = scene()
    ask('kim', 'long', 60_000).end()
    ask('lee', 'short', 19).end()
    await settled()
    ask('max', 'just long enough', 20).end()
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
  /** Several times what the system takes in ahead of readers. */
  const BYTES = 20_000_000

  /** Answers of many bytes, each to a client that reads nothing. */
  async function unreadAnswers() {
    const answers: ServerResponse[] = []
    const server = createServer((_req, res) => {
      res.end(Buffer.alloc(BYTES))
      answers.push(res)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = async () => {
      const call = request({ port, host: '127.0.0.1', agent: false }).end()
      await once(call, 'response')
      return { call, answer: answers.at(-1)! }
    }
    return { ask, close: () => server.close() }
  }

  it('waits for the client once unread bytes exceed the maximum', async () => {
    const { ask, close } = await unreadAnswers()
    const unread = limitUnreadBytes(1.5 * BYTES)
    const first = await ask()
    await unread(first.answer)
    const second = await ask()
    let ended = false
    const end = unread(second.answer).then(() => (ended = true))
    await settled()
    expect(ended).toBe(false)
    const gone = once(first.answer, 'close')
    for (const { call } of [first, second]) call.destroy()
    await Promise.all([end, gone])
    // Those that went make room for others.
    const third = await ask()
    await unread(third.answer)
    third.call.destroy()
    close()
  })

  it('does not wait for a closed response', async () => {
    const { ask, close } = await unreadAnswers()
    const { call, answer } = await ask()
    call.destroy()
    await once(answer, 'close')
    await limitUnreadBytes(0)(answer)
    close()
  })

  /** An answer of which so many bytes wait to be read. */
  const waiting = (writableLength: number, closed = false) =>
    Object.assign(new EventEmitter(), { writableLength, closed }) as unknown as ServerResponse

  it('accepts the maximum, 64 MB by default', async () => {
    await limitUnreadBytes(10)(waiting(10))
    const unread = limitUnreadBytes()
    await unread(waiting(64 * 2 ** 20))
    const more = waiting(1)
    const turn = unread(more).then(() => 'over')
    expect(await Promise.race([turn, settled().then(() => 'kept')])).toBe('kept')
    more.emit('close')
    expect(await turn).toBe('over')
  })

  it('does not count closed responses', async () => {
    const unread = limitUnreadBytes(10)
    await unread(waiting(100, true))
    await unread(waiting(10))
  })
})
