import { describe, expect, it } from '@jest/globals'
import { Degraded } from './health.ts'
import { createLastUse } from './last-use.ts'

describe('createLastUse', () => {
  it('passes until a use fails, and again when one succeeds', async () => {
    const { check, failed, worked } = createLastUse()
    await check()
    failed('does not respond')
    await expect(check()).rejects.toEqual(new Degraded('does not respond'))
    worked()
    await check()
  })

  it('ignores a failure after ten minutes', async () => {
    let now = 0
    const { check, failed } = createLastUse(() => now)
    failed('does not respond')
    now = 599_999
    await expect(check()).rejects.toThrow('does not respond')
    now = 600_000
    await check()
  })
})
