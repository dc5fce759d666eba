import { describe, expect, it } from '@jest/globals'
import { createSessionCookies, readUserToken } from './cookies.ts'

describe('readUserToken', () => {
  it.each([
    ['githubUserToken=abc', 'abc'],
    ['a=1; githubUserToken=abc; b=2', 'abc'],
    ['scmUserToken=abc', 'abc'],
    ['scmUserToken=old; githubUserToken=abc', 'abc'],
    ['githubUserToken=a=b', 'a=b'],
    ['githubUserToken=', undefined],
    ['xgithubUserToken=abc', undefined],
    ['githubUserToken', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, token) => {
    expect(readUserToken(header)).toBe(token)
  })
})

describe('createSessionCookies', () => {
  it('sets HttpOnly, SameSite and, when configured, Secure', () => {
    expect(createSessionCookies(true).userToken('abc')).toBe(
      'githubUserToken=abc; Max-Age=10800; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(createSessionCookies(false).userToken('abc')).not.toContain('Secure')
  })

  it('removes the session under both names', () => {
    const [known, alias] = createSessionCookies(false).noUserToken()
    expect(known).toMatch(/^githubUserToken=; Max-Age=0/)
    expect(alias).toMatch(/^scmUserToken=; Max-Age=0/)
  })
})
