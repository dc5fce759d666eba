import { describe, expect, it } from '@jest/globals'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to, and a clock of how busy the process is. */
function scene() {
  let busy = 0
  const begun: string[] = []
  const rests: { ms: number; over: () => void }[] = []
  const inTurn = createTurns(
    () => busy,
    (ms) => new Promise<void>((over) => rests.push({ ms, over })),
  )
  const ask = (caller: string, name: string, ms = 0) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const answer = inTurn(caller, () => {
      begun.push(name)
      busy += ms
      return promise
    })
    answer.catch(() => {})
    return { answer, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { ask, begun, rests }
}

/** Everything that is due has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('createTurns', () => {
  it('works for a caller on one thing at a time, in order, and for others meanwhile', async () => {
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

  it('keeps the order while one asks again and again', async () => {
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

  it('goes on after work that failed', async () => {
    const { ask, begun } = scene()
    const first = ask('kim', 'first')
    ask('kim', 'second')
    first.fail()
    await expect(first.answer).rejects.toThrow('first')
    await settled()
    expect(begun).toEqual(['first', 'second'])
  })

  it('rests after costly work for as long as it took, and answers before', async () => {
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

  it('rests for a second at most, and not at all after next to nothing', async () => {
    const { ask, rests } = scene()
    ask('kim', 'long', 60_000).end()
    ask('lee', 'short', 19).end()
    await settled()
    ask('max', 'just long enough', 20).end()
    await settled()
    expect(rests.map(({ ms }) => ms)).toEqual([1_000, 20])
  })

  it('measures by itself how busy the process was', async () => {
    const rested = Promise.withResolvers<number>()
    const inTurn = createTurns(undefined, async (ms) => rested.resolve(ms))
    await inTurn('kim', async () => {
      const end = performance.now() + 50
      while (performance.now() < end);
    })
    expect(await rested.promise).toBeGreaterThanOrEqual(20)
  })
})
