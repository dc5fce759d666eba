import { describe, expect, it } from '@jest/globals'
import { shortened } from './shortened.ts'

describe('shortened', () => {
  it('keeps what has room, on one line', () => {
    expect(shortened('  Apache\n Spark ', 20)).toBe('Apache Spark')
    expect(shortened('', 1)).toBe('')
  })

  it('ends what was cut with an ellipsis, within the room', () => {
    expect(shortened('abcdefghij', 3)).toBe('abcd…')
    expect(shortened('x'.repeat(500), 6)).toHaveLength(10)
    expect(shortened('x'.repeat(1_000_000), 1e9)).toHaveLength(2_001)
  })

  it('counts the broadest letters as such', () => {
    expect(shortened('W'.repeat(500), 6)).toHaveLength(6)
  })

  it('counts characters of two columns as such, and cuts none in two', () => {
    expect(shortened('東京東京東京', 3.5)).toBe('東京…')
    expect(shortened('👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 2.5)).toBe('👩‍👩‍👧‍👧…')
    expect(shortened('e\u{301}e\u{301}e\u{301}', 1.3)).toBe('e\u{301}…')
  })
})
