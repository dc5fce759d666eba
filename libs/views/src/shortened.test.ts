import { describe, expect, it } from '@jest/globals'
import { shortened } from './text.ts'

describe('shortened', () => {
  it('keeps a string that fits and joins its lines', () => {
    expect(shortened('  Apache\n Spark ', 20)).toBe('Apache Spark')
    expect(shortened('', 1)).toBe('')
  })

  it('ends a string that it cut with an ellipsis, within the width', () => {
    expect(shortened('abcdefghij', 3)).toBe('abcd…')
    expect(shortened('x'.repeat(500), 6)).toHaveLength(10)
    expect(shortened('x'.repeat(1_000_000), 1e9)).toHaveLength(2_001)
  })

  it('counts wide letters as 1 em', () => {
    expect(shortened('W'.repeat(500), 6)).toHaveLength(6)
  })

  it('counts East Asian characters and emoji as wide, and splits no grapheme', () => {
    expect(shortened('東京東京東京', 3.5)).toBe('東京…')
    expect(shortened('👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 2.5)).toBe('👩‍👩‍👧‍👧…')
    expect(shortened('e\u{301}e\u{301}e\u{301}', 1.3)).toBe('e\u{301}…')
  })
})
