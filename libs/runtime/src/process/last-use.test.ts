import { describe, expect, it } from '@jest/globals'
import { Degraded } from './health.ts'
import { createLastUse } from './last-use.ts'

describe('createLastUse', () => {
  it('is well until a use fails, and again as soon as one works', async () => {
    const { check, failed, worked } = createLastUse()
    await check()
    failed('does not answer')
    await expect(check()).rejects.toEqual(new Degraded('does not answer'))
    worked()
    await check()
  })

  it('says nothing of a failure that nobody has seen for ten minutes', async () => {
    let now = 0
    const { check, failed } = createLastUse(() => now)
    failed('does not answer')
    now = 599_999
    await expect(check()).rejects.toThrow('does not answer')
    now = 600_000
    await check()
  })
})
