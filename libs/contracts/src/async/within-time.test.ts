import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { withinTime } from './within-time.ts'

const never = new Promise<string>(() => {})
const late = () => 'late'

describe('withinTime', () => {
  it('is what the promise becomes when that comes in time', async () => {
    expect(await withinTime(Promise.resolve('here'), 60_000, late)).toBe('here')
    await expect(withinTime(Promise.reject(new Error('no')), 60_000, late)).rejects.toThrow('no')
  })

  it('is made otherwise when it does not come', async () => {
    expect(await withinTime(never, 1, late)).toBe('late')
    expect(await withinTime(never, -1, late)).toBe('late')
    const refuse = () => {
      throw new RangeError('too late')
    }
    await expect(withinTime(never, 1, refuse)).rejects.toThrow(RangeError)
  })

  it('takes what came while the process was busy', async () => {
    const answer = sleep(1).then(() => 'here')
    const first = withinTime(answer, 5, late)
    const until = performance.now() + 30
    while (performance.now() < until);
    expect(await first).toBe('here')
  })

  it('leaves no rejection behind that comes later', async () => {
    const { promise, reject } = Promise.withResolvers<string>()
    expect(await withinTime(promise, 0, late)).toBe('late')
    reject(new Error('afterwards'))
    await sleep(5)
  })
})
