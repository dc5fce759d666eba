import { describe, expect, it } from '@jest/globals'
import { staleHeaders } from './conditional-read.ts'

describe('staleHeaders', () => {
  it('marks a copy with its age and a fresh answer not at all', () => {
    expect(staleHeaders(42)).toEqual({ age: '42', warning: '110 - "Response is Stale"' })
    expect(staleHeaders(undefined)).toEqual({})
  })
})
