import { describe, expect, it } from '@jest/globals'
import { cachedFor } from './share-calls.ts'

describe('cachedFor', () => {
  it('shares the result of one call until it expires', async () => {
    let now = 5
    let calls = 0
    const read = cachedFor(
      100,
      async () => ++calls,
      () => now,
    )
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    now = 105
    expect(await read()).toBe(1)
    now = 106
    expect(await Promise.all([read(), read()])).toEqual([2, 2])
  })

  it('measures the lifetime from the start of the call', async () => {
    let now = 0
    const results = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let calls = 0
    const read = cachedFor(
      100,
      () => results[calls++]!.promise,
      () => now,
    )
    const slow = read()
    now = 101
    const later = read()
    results[1]!.resolve('second')
    results[0]!.resolve('first')
    expect(await Promise.all([slow, later, read()])).toEqual(['first', 'second', 'second'])
  })

  it('shares a failure like a result', async () => {
    let now = 0
    let isWell = false
    const read = cachedFor(
      100,
      async () => {
        if (!isWell) throw new Error('down')
        return 'up'
      },
      () => now,
    )
    await expect(read()).rejects.toThrow('down')
    isWell = true
    await expect(read()).rejects.toThrow('down')
    now = 101
    expect(await read()).toBe('up')
  })
})
