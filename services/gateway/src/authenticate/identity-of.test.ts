import { describe, expect, it } from '@jest/globals'
import { emailOf, identityOf } from './identity-of.ts'

const of = (claims: Record<string, unknown>) =>
  identityOf({ sub: 'one', ...claims } as never, { sub: 'one' } as never)

describe('identityOf', () => {
  it('returns the e-mail address in lower case', () => {
    expect(of({ email: 'Kim.O+x@Acme.example' }).email).toBe('kim.o+x@acme.example')
  })

  it.each([
    // The Kelvin sign becomes a k in lower case, which would impersonate Kim.
    '\u212Aim@acme.example',
    'k\u0131m@acme.example',
    'kim@\u212Aacme.example',
    'kim @acme.example',
    'kim@acme.example,lee@acme.example',
    'kim@lee@acme.example',
    'kim\u0000@acme.example',
    `${'k'.repeat(250)}@a.example`,
    '',
    7,
    undefined,
  ])('rejects the e-mail address %j', (email) => {
    expect(() => of({ email })).toThrow(
      expect.objectContaining({ message: 'Not authorized', reason: 'no e-mail' }),
    )
  })

  it.each([true, 'true', 'True', undefined])('accepts email_verified=%j', (verified) => {
    expect(of({ email: 'kim@acme.example', email_verified: verified }).subject).toBe('one')
  })

  it.each([false, 'false', 'False', 0, 1, '', 'no', null, {}, [true]])(
    'rejects email_verified=%j',
    (verified) => {
      const claims = { email: 'kim@acme.example', email_verified: verified }
      expect(() => of(claims)).toThrow('Not authorized')
    },
  )

  it('rejects an address that one of two tokens does not verify', () => {
    expect(() => emailOf('kim@acme.example', true, false)).toThrow(
      expect.objectContaining({ message: 'Not authorized', reason: 'unverified e-mail' }),
    )
    expect(emailOf('kim@acme.example', true, undefined)).toBe('kim@acme.example')
  })

  it('rejects claims of two subjects', () => {
    const claims = { sub: 'one', email: 'kim@acme.example' }
    expect(() => identityOf(claims as never, { sub: 'two' } as never)).toThrow(
      expect.objectContaining({ message: 'Not authorized', reason: 'two callers' }),
    )
  })

  it.each([
    [
      ['admin', 'reviewer'],
      ['admin', 'reviewer'],
    ],
    ['admin,reviewer', ['admin', 'reviewer']],
    [' admin , ,reviewer', ['admin', 'reviewer']],
    ['Print Admin,\u00a0reviewer', ['Print Admin', '\u00a0reviewer']],
    [['admin', 7, null, ''], ['admin']],
    [
      ['x,admin', ' admin'],
      ['x,admin', ' admin'],
    ],
    [{ admin: true }, []],
    [undefined, []],
  ])('reads the groups %j as %j', (claim, groups) => {
    const profile = { sub: 'one', email: 'kim@acme.example', 'cognito:groups': ['not these'] }
    const membership = { sub: 'one', 'cognito:groups': claim }
    expect(identityOf(profile as never, membership as never).groups).toEqual(groups)
  })

  it('accepts an address of 254 characters and rejects one of 255', () => {
    const address = (length: number) => `${'k'.repeat(length - 10)}@a.example`
    expect(of({ email: address(254) }).email).toHaveLength(254)
    expect(() => of({ email: address(255) })).toThrow('Not authorized')
  })
})
