import { describe, expect, it } from '@jest/globals'
import { shareByKey } from './share-calls.ts'

/** Calls in the order of their start; the test ends them. */
function calls() {
  const begun: PromiseWithResolvers<string>[] = []
  const share = shareByKey<string>()
  return {
    begun,
    read: (key: string) =>
      share(key, () => {
        const call = Promise.withResolvers<string>()
        begun.push(call)
        return call.promise
      }),
  }
}

describe('shareByKey', () => {
  it('shares a call in flight between callers with its key', async () => {
    const { begun, read } = calls()
    const results = [read('a'), read('a'), read('b')]
    expect(begun).toHaveLength(2)
    begun[0]!.resolve('of a')
    begun[1]!.resolve('of b')
    expect(await Promise.all(results)).toEqual(['of a', 'of a', 'of b'])
  })

  it('does not cache results', async () => {
    const { begun, read } = calls()
    const first = read('a')
    begun[0]!.resolve('first')
    await first
    const second = read('a')
    begun[1]!.resolve('second')
    expect(await second).toBe('second')
  })

  it('shares a failure but does not cache it', async () => {
    const { begun, read } = calls()
    const results = Promise.allSettled([read('a'), read('a')])
    begun[0]!.reject(new Error('down'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const second = read('a')
    begun[1]!.resolve('up')
    expect(await second).toBe('up')
  })
})
