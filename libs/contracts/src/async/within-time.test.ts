import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { withinTime } from './within-time.ts'

const never = new Promise<string>(() => {})
const late = () => 'late'

describe('withinTime', () => {
  it('settles as the promise does within the time', async () => {
    expect(await withinTime(Promise.resolve('here'), 60_000, late)).toBe('here')
    await expect(withinTime(Promise.reject(new Error('no')), 60_000, late)).rejects.toThrow('no')
  })

  it('returns or throws the alternative after the time', async () => {
    expect(await withinTime(never, 1, late)).toBe('late')
    expect(await withinTime(never, -1, late)).toBe('late')
    const fail = () => {
      throw new RangeError('too late')
    }
    await expect(withinTime(never, 1, fail)).rejects.toThrow(RangeError)
  })

  it('accepts a result that arrived while the event loop was blocked', async () => {
    const result = sleep(1).then(() => 'here')
    const first = withinTime(result, 5, late)
    const until = performance.now() + 30
    while (performance.now() < until);
    expect(await first).toBe('here')
  })

  it('leaves no unhandled rejection after the time', async () => {
    const { promise, reject } = Promise.withResolvers<string>()
    expect(await withinTime(promise, 0, late)).toBe('late')
    reject(new Error('afterwards'))
    await sleep(5)
  })
})
