import { describe, expect, it } from '@jest/globals'
import { memoise } from './memoise.ts'

describe('memoise', () => {
  /** The arguments for which a result was computed. */
  function madeOf(args: readonly string[]): string[] {
    const made: string[] = []
    const make = memoise(
      (text) => {
        made.push(text)
        return text === 'none' ? undefined : { text }
      },
      { entries: 2, length: 4 },
    )
    for (const text of args) expect(make(text)).toEqual(text === 'none' ? undefined : { text })
    return made
  }

  it('computes each result once, including undefined', () => {
    expect(madeOf(['a', 'a', 'none', 'none', 'a', ''])).toEqual(['a', 'none', ''])
  })

  it('evicts the oldest result when the cache is full', () => {
    expect(madeOf(['a', 'b', 'a', 'c', 'b', 'c', 'a'])).toEqual(['a', 'b', 'c', 'a'])
  })

  it('does not cache results of long arguments', () => {
    expect(madeOf(['long', 'longer', 'longer', 'long'])).toEqual(['long', 'longer', 'longer'])
  })

  it('does not cache errors', () => {
    let tries = 0
    const make = memoise(
      () => {
        if (++tries === 1) throw new Error('not yet')
        return tries
      },
      { entries: 1, length: 1 },
    )
    expect(() => make('a')).toThrow('not yet')
    expect([make('a'), make('a')]).toEqual([2, 2])
  })
})
