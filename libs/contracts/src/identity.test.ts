import { describe, expect, it } from '@jest/globals'
import { mayAct } from './identity.ts'

const caller = (...groups: string[]) => ({ subject: '1', email: 'kim@acme.example', groups })

describe('mayAct', () => {
  it.each([
    [['reviewer'], true],
    [['Reviewer'], true],
    [['ADMIN'], true],
    [['admins'], false],
    [['non-reviewer'], false],
    [['reviewer '], false],
    [[], false],
  ])('answers for a caller in %j whether a reviewer route is open: %s', (groups, open) => {
    expect(mayAct(caller(...groups), ['reviewer'])).toBe(open)
  })

  it('is content with one group of several', () => {
    expect(mayAct(caller('reviewer'), ['reviewer', 'admin'])).toBe(true)
  })

  it('does not let a reviewer act as admin', () => {
    expect(mayAct(caller('reviewer'), ['admin'])).toBe(false)
  })
})
