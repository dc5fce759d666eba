import { describe, expect, it } from '@jest/globals'
import { memoised } from './memoised.ts'

describe('memoised', () => {
  /** What is asked for, in order, and what of that had to be made. */
  function madeOf(asked: readonly string[]): string[] {
    const made: string[] = []
    const make = memoised(
      (text) => {
        made.push(text)
        return text === 'none' ? undefined : { text }
      },
      { texts: 2, length: 4 },
    )
    for (const text of asked) expect(make(text)).toEqual(text === 'none' ? undefined : { text })
    return made
  }

  it('makes of each text the same, once, also when that is nothing', () => {
    expect(madeOf(['a', 'a', 'none', 'none', 'a', ''])).toEqual(['a', 'none', ''])
  })

  it('forgets the text that came first when there are too many', () => {
    expect(madeOf(['a', 'b', 'a', 'c', 'b', 'c', 'a'])).toEqual(['a', 'b', 'c', 'a'])
  })

  it('keeps no long text', () => {
    expect(madeOf(['long', 'longer', 'longer', 'long'])).toEqual(['long', 'longer', 'longer'])
  })

  it('tries again what failed', () => {
    let tries = 0
    const make = memoised(
      () => {
        if (++tries === 1) throw new Error('not yet')
        return tries
      },
      { texts: 1, length: 1 },
    )
    expect(() => make('a')).toThrow('not yet')
    expect([make('a'), make('a')]).toEqual([2, 2])
  })
})
