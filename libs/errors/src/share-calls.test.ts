import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { shareCalls, type SharingOptions } from './share-calls.ts'

/** As long as callers gather before a call, and longer. */
async function gathered(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

/** Calls that wait to be ended, in the order in which they began. */
function calls(options: SharingOptions<string> = {}) {
  const begun: { first: string; end: (answer: string) => void; fail: (error: Error) => void }[] = []
  const share = shareCalls((first: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ first, end: resolve, fail: reject })
    return promise
  }, options)
  return { begun, share }
}

const firsts = ({ begun }: ReturnType<typeof calls>) => begun.map(({ first }) => first)

describe('shareCalls', () => {
  it('makes one call for those who come with one turn, and tells it what the first said', async () => {
    const made = calls()
    const answers = Promise.all(['a', 'b', 'c'].map(made.share))
    await gathered()
    expect(firsts(made)).toEqual(['a'])
    made.begun[0]!.end('same')
    expect(await answers).toEqual(['same', 'same', 'same'])
  })

  it('lets nobody join a call that had begun, and lets them wait for it to end', async () => {
    const made = calls()
    const early = made.share('a')
    await gathered()
    const late = [made.share('b'), made.share('c')]
    await sleep(20)
    expect(firsts(made)).toEqual(['a'])
    made.begun[0]!.end('first')
    expect(await early).toBe('first')
    await gathered()
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('second')
    expect(await Promise.all(late)).toEqual(['second', 'second'])
  })

  it('gathers with those who waited who come again as soon as they are answered', async () => {
    const made = calls({ gatheringTurns: 2 })
    const early = made.share('a')
    await gathered()
    const late = made.share('b')
    made.begun[0]!.end('first')
    await early
    await setImmediate()
    const again = made.share('c')
    await gathered()
    made.begun[1]!.end('second')
    await gathered()
    expect(firsts(made)).toEqual(['a', 'b'])
    expect(await Promise.all([late, again])).toEqual(['second', 'second'])
  })

  it('makes as many as may be under way at its pace, and further ones as one ends', async () => {
    const made = calls({ maximum: 2, paceMs: 10 })
    const early = made.share('a')
    await gathered()
    const late = made.share('b')
    await sleep(40)
    const last = [made.share('c'), made.share('d')]
    await sleep(40)
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('second')
    expect(await late).toBe('second')
    await gathered()
    expect(firsts(made)).toEqual(['a', 'b', 'c'])
    made.begun[0]!.end('first')
    made.begun[2]!.end('third')
    expect(await early).toBe('first')
    expect(await Promise.all(last)).toEqual(['third', 'third'])
  })

  it('lets a call that fails fail for its own callers only', async () => {
    const made = calls()
    const early = made.share('a')
    await gathered()
    const late = made.share('b')
    made.begun[0]!.fail(new Error('no'))
    await expect(early).rejects.toThrow('no')
    await gathered()
    made.begun[1]!.end('yes')
    expect(await late).toBe('yes')
  })

  it('makes one call more when those under way do not end', async () => {
    const made = calls({ patienceMs: 100 })
    void made.share('a')
    await gathered()
    const late = made.share('b')
    await gathered()
    expect(firsts(made)).toEqual(['a'])
    await sleep(160)
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('yes')
    expect(await late).toBe('yes')
  })

  it('keeps the place of a call whose callers have heard enough', async () => {
    const made = calls({ heard: () => Promise.resolve('enough') })
    expect(await made.share('a')).toBe('enough')
    let heard = false
    const late = made.share('b').then(() => (heard = true))
    await sleep(5)
    expect([heard, firsts(made)]).toEqual([false, ['a']])
    made.begun[0]!.end('at last')
    await late
    expect(firsts(made)).toEqual(['a', 'b'])
  })
})
