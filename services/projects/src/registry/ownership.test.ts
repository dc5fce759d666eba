import { describe, expect, it } from '@jest/globals'
import { callerOf } from './ownership.ts'

describe('callerOf', () => {
  const identity = (email: string, groups: string[] = []) => ({ subject: 'sub-1', email, groups })

  it('returns the e-mail, and isAdmin by group', () => {
    expect(callerOf(identity(' Kim@Acme.example '))).toEqual({
      email: 'kim@acme.example',
      isAdmin: false,
    })
    expect(callerOf(identity('a', ['reviewer'])).isAdmin).toBe(false)
    expect(callerOf(identity('a', ['admin'])).isAdmin).toBe(true)
  })

  it.each(['', '  '])('rejects the e-mail %j', (email) => {
    expect(() => callerOf(identity(email))).toThrow(
      expect.objectContaining({ code: 'unauthenticated', message: 'Not authorized' }),
    )
  })
})
