import { describe, expect, it } from '@jest/globals'
import { cachedFor } from './cached-for.ts'

describe('cachedFor', () => {
  it('gives everybody the answer of one question for a while, and asks again after it', async () => {
    let now = 5
    let asked = 0
    const ask = cachedFor(
      100,
      async () => ++asked,
      () => now,
    )
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
    now = 105
    expect(await ask()).toBe(1)
    now = 106
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  })

  it('counts from the question, not from its answer', async () => {
    let now = 0
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const ask = cachedFor(
      100,
      () => answers[asked++]!.promise,
      () => now,
    )
    const slow = ask()
    now = 101
    const later = ask()
    answers[1]!.resolve('second')
    answers[0]!.resolve('first')
    expect(await Promise.all([slow, later, ask()])).toEqual(['first', 'second', 'second'])
  })

  it('shares a failure like an answer', async () => {
    let now = 0
    let isWell = false
    const ask = cachedFor(
      100,
      async () => {
        if (!isWell) throw new Error('away')
        return 'here'
      },
      () => now,
    )
    await expect(ask()).rejects.toThrow('away')
    isWell = true
    await expect(ask()).rejects.toThrow('away')
    now = 101
    expect(await ask()).toBe('here')
  })
})
