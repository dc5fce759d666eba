import { describe, expect, it } from '@jest/globals'
import { DomainError } from './domain-error.ts'

describe('DomainError', () => {
  it('has a code, a cause and a retry delay', () => {
    const cause = new Error('socket closed')
    const error = new DomainError('unavailable', 'Store not reachable', { cause, retryAfter: 5 })
    expect(error).toMatchObject({ code: 'unavailable', cause, retryAfter: 5, extensions: {} })
  })
})
