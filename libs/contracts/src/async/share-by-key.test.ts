import { describe, expect, it } from '@jest/globals'
import { shareByKey } from './share-by-key.ts'

/** Calls that wait to be ended, in the order in which they began. */
function calls() {
  const begun: PromiseWithResolvers<string>[] = []
  const share = shareByKey<string>()
  return {
    begun,
    ask: (key: string) =>
      share(key, () => {
        const call = Promise.withResolvers<string>()
        begun.push(call)
        return call.promise
      }),
  }
}

describe('shareByKey', () => {
  it('makes one call for those who ask for a key while it is under way', async () => {
    const { begun, ask } = calls()
    const answers = [ask('a'), ask('a'), ask('b')]
    expect(begun).toHaveLength(2)
    begun[0]!.resolve('of a')
    begun[1]!.resolve('of b')
    expect(await Promise.all(answers)).toEqual(['of a', 'of a', 'of b'])
  })

  it('keeps no answer', async () => {
    const { begun, ask } = calls()
    const first = ask('a')
    begun[0]!.resolve('first')
    await first
    const second = ask('a')
    begun[1]!.resolve('second')
    expect(await second).toBe('second')
  })

  it('shares a failure with those who wait, and keeps none', async () => {
    const { begun, ask } = calls()
    const answers = Promise.allSettled([ask('a'), ask('a')])
    begun[0]!.reject(new Error('away'))
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const second = ask('a')
    begun[1]!.resolve('here')
    expect(await second).toBe('here')
  })
})
