import { describe, expect, it } from '@jest/globals'
import { createFairQueue } from './fair-queue.ts'

/** Work that the test ends, and a clock of the process's active time. */
function scene() {
  let busy = 0
  const begun: string[] = []
  const rests: { ms: number; over: () => void }[] = []
  const enqueue = createFairQueue(
    () => busy,
    (ms) => new Promise<void>((over) => rests.push({ ms, over })),
  )
  const enqueueFor = (caller: string, name: string, ms = 0) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const work = () => {
      begun.push(name)
      busy += ms
      return promise
    }
    const result = enqueue(caller, work)
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
