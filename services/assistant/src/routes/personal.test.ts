import { describe, expect, it } from '@jest/globals'
import { callerOf } from './personal.ts'

describe('callerOf', () => {
  it.each([
    ['203.0.113.7', 'address 203.0.113.7'],
    ['::ffff:203.0.113.7', 'address 203.0.113.7'],
    ['2001:db8:0:1::7', 'address 2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff::', 'address 2001:db8:0:1::/64'],
    ['malformed', 'address unknown'],
    [undefined, 'address unknown'],
  ])('identifies address %s as %s', (address, caller) => {
    expect(callerOf(address)).toBe(caller)
  })

  it('identifies users by their subject', () => {
    const identity = { subject: '1', email: 'kim@acme.example', groups: [] }
    expect(callerOf('203.0.113.7', identity)).toBe('user 1')
  })
})
