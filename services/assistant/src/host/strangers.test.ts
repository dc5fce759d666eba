import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { createStrangers } from './strangers.ts'

function setUp() {
  let time = 0
  const strangers = createStrangers({
    maxEach: 2,
    maxAll: 4,
    windowMs: 1_000,
    maxAtOnce: 3,
    now: () => time,
  })
  let asked = 0
  const ask = (caller: string, question: () => Promise<unknown>) =>
    strangers.ask(caller, () => {
      asked++
      return question()
    })
  return { ask, asked: () => asked, wait: (ms: number) => (time += ms) }
}
const refused = (code: 'unauthenticated' | 'invalid-input' = 'unauthenticated') =>
  Promise.reject(new DomainError(code, 'no'))

describe('createStrangers', () => {
  it('asks no more for a caller whose budget of refusals is used up, until it is forgotten', async () => {
    const { ask, asked, wait } = setUp()
    await expect(ask('a', refused)).rejects.toThrow('no')
    await expect(ask('a', () => refused('invalid-input'))).rejects.toThrow('no')
    await expect(ask('a', async () => 1)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfter: 1,
    })
    expect(asked()).toBe(2)
    expect(await ask('b', async () => 1)).toBe(1)
    wait(1_000)
    expect(await ask('a', async () => 1)).toBe(1)
  })

  it('charges nobody for answers, nor for a host that is away', async () => {
    const { ask } = setUp()
    for (let n = 0; n < 5; n++) {
      await ask('a', async () => n)
      await expect(ask('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    }
    expect(await ask('a', async () => 1)).toBe(1)
  })

  it('counts what is under way as if it were refused', async () => {
    const { ask, asked } = setUp()
    const release = Promise.withResolvers<number>()
    const flying = [ask('a', () => release.promise), ask('a', () => release.promise)]
    await expect(ask('a', async () => 1)).rejects.toMatchObject({
      code: 'rate-limited',
      reason: 'failed attempts',
    })
    flying.push(ask('b', () => release.promise))
    await expect(ask('c', async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked()).toBe(3)
    release.resolve(7)
    expect(await Promise.all(flying)).toEqual([7, 7, 7])
    expect(await ask('a', async () => 1)).toBe(1)
  })

  it('bounds what all callers together may cause', async () => {
    const { ask, wait } = setUp()
    for (const caller of ['a', 'b', 'c', 'd']) {
      await expect(ask(caller, refused)).rejects.toThrow('no')
    }
    await expect(ask('e', async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
    wait(1_000)
    expect(await ask('e', async () => 1)).toBe(1)
  })
})
