import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { createAnonymousBudget } from './anonymous-budget.ts'

function setUp() {
  let time = 0
  const budget = createAnonymousBudget({
    maxEach: 2,
    maxAll: 4,
    windowMs: 1_000,
    maxAtOnce: 3,
    now: () => time,
  })
  let attempts = 0
  const run = (caller: string, attempt: () => Promise<unknown>) =>
    budget.run(caller, () => {
      attempts++
      return attempt()
    })
  return { run, attempts: () => attempts, wait: (ms: number) => (time += ms) }
}
const rejected = (code: 'unauthenticated' | 'invalid-input' = 'unauthenticated') =>
  Promise.reject(new DomainError(code, 'no'))

describe('createAnonymousBudget', () => {
  it('rejects a caller whose budget is exhausted until its rejections expire', async () => {
    const { run, attempts, wait } = setUp()
    await expect(run('a', rejected)).rejects.toThrow('no')
    await expect(run('a', () => rejected('invalid-input'))).rejects.toThrow('no')
    await expect(run('a', async () => 1)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfter: 1,
    })
    expect(attempts()).toBe(2)
    expect(await run('b', async () => 1)).toBe(1)
    wait(1_000)
    expect(await run('a', async () => 1)).toBe(1)
  })

  it('does not charge successful attempts or an unavailable host', async () => {
    const { run } = setUp()
    for (let n = 0; n < 5; n++) {
      await run('a', async () => n)
      await expect(run('a', () => Promise.reject(new Error('unavailable')))).rejects.toThrow(
        'unavailable',
      )
    }
    expect(await run('a', async () => 1)).toBe(1)
  })

  it('charges attempts in progress as rejected', async () => {
    const { run, attempts } = setUp()
    const release = Promise.withResolvers<number>()
    const pending = [run('a', () => release.promise), run('a', () => release.promise)]
    await expect(run('a', async () => 1)).rejects.toMatchObject({
      code: 'rate-limited',
      reason: 'failed attempts',
    })
    pending.push(run('b', () => release.promise))
    await expect(run('c', async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(attempts()).toBe(3)
    release.resolve(7)
    expect(await Promise.all(pending)).toEqual([7, 7, 7])
    expect(await run('a', async () => 1)).toBe(1)
  })

  it('limits the rejections of all callers', async () => {
    const { run, wait } = setUp()
    for (const caller of ['a', 'b', 'c', 'd']) {
      await expect(run(caller, rejected)).rejects.toThrow('no')
    }
    await expect(run('e', async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
    wait(1_000)
    expect(await run('e', async () => 1)).toBe(1)
  })
})
