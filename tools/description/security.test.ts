import { describe, expect, it } from '@jest/globals'
import { SECURITY_SCHEMES, securityOf } from './security.ts'

describe('securityOf', () => {
  it('accepts the token of any group for an authenticated route', () => {
    expect(securityOf({ access: 'authenticated' })).toEqual([
      { signedIn: [] },
      { reviewer: [] },
      { admin: [] },
    ])
  })

  it('accepts admin tokens for reviewer routes', () => {
    const securityFor = (group: 'reviewer' | 'admin') =>
      securityOf({ access: { anyGroup: [group] } })
    expect(securityFor('reviewer')).toEqual([{ reviewer: [] }, { admin: [] }])
    expect(securityFor('admin')).toEqual([{ admin: [] }])
  })

  it('accepts anonymous callers for routes with an optional identity', () => {
    const open = [{}, { signedIn: [] }, { reviewer: [] }, { admin: [] }]
    expect(securityOf({ access: 'optional' })).toEqual(open)
  })

  it('requires nothing for public routes', () => {
    expect(securityOf({ access: 'public' })).toEqual([])
  })

  it('requires a source-control session in place of a token, or in addition to it', () => {
    const access = 'optional'
    expect(securityOf({ access, credentials: [['admin'], ['sourceControl']] })).toEqual([
      { admin: [] },
      { sourceControl: [] },
    ])
    expect(securityOf({ access, credentials: [['reviewer', 'sourceControl']] })).toEqual([
      { reviewer: [], sourceControl: [] },
      { admin: [], sourceControl: [] },
    ])
    expect(SECURITY_SCHEMES).toMatchObject({
      sourceControl: { type: 'apiKey', in: 'cookie', name: 'githubUserToken' },
    })
  })
})
