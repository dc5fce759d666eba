import { describe, expect, it } from '@jest/globals'
import { staleHeaders } from './conditional-read.ts'

describe('staleHeaders', () => {
  it('returns the age of a stale copy, and nothing for a fresh response', () => {
    expect(staleHeaders(42)).toEqual({ age: '42', warning: '110 - "Response is Stale"' })
    expect(staleHeaders(undefined)).toEqual({})
  })
})
