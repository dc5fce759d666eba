import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { coalesceCalls, type CoalesceOptions } from './share-calls.ts'

/** Lets a call begin that waits only for the event loop. */
async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

/** Calls in the order in which they began; the test ends them. */
function calls(options: CoalesceOptions<string> = {}) {
  const begun: { first: string; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const coalesced = coalesceCalls((first: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ first, end: resolve, fail: reject })
    return promise
  }, options)
  return { begun, coalesced }
}

const firsts = ({ begun }: ReturnType<typeof calls>) => begun.map(({ first }) => first)

describe('coalesceCalls', () => {
  it('makes one call for concurrent callers, with the first argument', async () => {
    const made = calls()
    const results = Promise.all(['a', 'b', 'c'].map(made.coalesced))
    await nextTurns()
    expect(firsts(made)).toEqual(['a'])
    made.begun[0]!.end('same')
    expect(await results).toEqual(['same', 'same', 'same'])
  })

  it('begins at once for a caller who is alone when it is eager', async () => {
    const made = calls({ isEager: true })
    const early = made.coalesced('a')
    await Promise.resolve()
    expect(firsts(made)).toEqual(['a'])
    const late = [made.coalesced('b'), made.coalesced('c')]
    await nextTurns()
    expect(firsts(made)).toEqual(['a'])
    made.begun[0]!.end('first')
    expect(await early).toBe('first')
    await nextTurns()
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('second')
    expect(await Promise.all(late)).toEqual(['second', 'second'])
  })

  it('makes callers wait for a call in flight instead of joining it', async () => {
    const made = calls()
    const early = made.coalesced('a')
    await nextTurns()
    const late = [made.coalesced('b'), made.coalesced('c')]
    await sleep(20)
    expect(firsts(made)).toEqual(['a'])
    made.begun[0]!.end('first')
    expect(await early).toBe('first')
    await nextTurns()
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('second')
    expect(await Promise.all(late)).toEqual(['second', 'second'])
  })

  it('begins up to the maximum of calls at its pace, then one as another ends', async () => {
    const made = calls({ maximum: 2, paceMs: 10 })
    const early = made.coalesced('a')
    await nextTurns()
    const late = made.coalesced('b')
    await sleep(40)
    const last = [made.coalesced('c'), made.coalesced('d')]
    await sleep(40)
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('second')
    expect(await late).toBe('second')
    await nextTurns()
    expect(firsts(made)).toEqual(['a', 'b', 'c'])
    made.begun[0]!.end('first')
    made.begun[2]!.end('third')
    expect(await early).toBe('first')
    expect(await Promise.all(last)).toEqual(['third', 'third'])
  })

  it('rejects only the callers of a call that fails', async () => {
    const made = calls()
    const early = made.coalesced('a')
    await nextTurns()
    const late = made.coalesced('b')
    made.begun[0]!.fail(new Error('no'))
    await expect(early).rejects.toThrow('no')
    await nextTurns()
    made.begun[1]!.end('yes')
    expect(await late).toBe('yes')
  })

  it('begins another call when those in flight exceed the patience', async () => {
    const made = calls({ patienceMs: 100 })
    void made.coalesced('a')
    await nextTurns()
    const late = made.coalesced('b')
    await nextTurns()
    expect(firsts(made)).toEqual(['a'])
    await sleep(160)
    expect(firsts(made)).toEqual(['a', 'b'])
    made.begun[1]!.end('yes')
    expect(await late).toBe('yes')
  })

  it('counts a call as in flight after its callers got their result', async () => {
    const made = calls({ result: () => Promise.resolve('enough') })
    expect(await made.coalesced('a')).toBe('enough')
    let isSettled = false
    const late = made.coalesced('b').then(() => (isSettled = true))
    await sleep(5)
    expect([isSettled, firsts(made)]).toEqual([false, ['a']])
    made.begun[0]!.end('at last')
    await late
    expect(firsts(made)).toEqual(['a', 'b'])
  })
})
