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
  ])('for a caller in %j allows a reviewer route: %s', (groups, open) => {
    expect(mayAct(caller(...groups), ['reviewer'])).toBe(open)
  })

  it('requires one of several groups', () => {
    expect(mayAct(caller('reviewer'), ['reviewer', 'admin'])).toBe(true)
  })

  it('does not allow a reviewer an admin route', () => {
    expect(mayAct(caller('reviewer'), ['admin'])).toBe(false)
  })
})
