import { describe, expect, it } from '@jest/globals'
import { identityOf } from './identity-of.ts'

const of = (claims: Record<string, unknown>) =>
  identityOf({ sub: 'one', ...claims } as never, { sub: 'one' } as never)

describe('identityOf', () => {
  it('lower-cases the address', () => {
    expect(of({ email: 'Kim.O+x@Acme.example' }).email).toBe('kim.o+x@acme.example')
  })

  it.each([
    // The Kelvin sign becomes an ordinary k in lower case: another subject would be Kim.
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
  ])('refuses %j as an address', (email) => {
    expect(() => of({ email })).toThrow('Not authorized')
  })

  it.each([true, 'true', 'True', undefined])('takes email_verified=%j', (verified) => {
    expect(of({ email: 'kim@acme.example', email_verified: verified }).subject).toBe('one')
  })

  it.each([false, 'false', 'False', 0, 1, '', 'no', null, {}, [true]])(
    'refuses email_verified=%j',
    (verified) => {
      const claims = { email: 'kim@acme.example', email_verified: verified }
      expect(() => of(claims)).toThrow('Not authorized')
    },
  )
})
