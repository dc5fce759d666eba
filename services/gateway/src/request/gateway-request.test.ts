import { describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { isAnonymous } from './gateway-request.ts'
import type { Prefix } from './prefixes.ts'

const anonymous = (access?: Prefix['access'], headers: Record<string, string> = {}) =>
  isAnonymous({ prefix: access && { path: '/api', service: 'data', access }, req: { headers } })
const signedIn = { [IDENTITY_HEADER]: 'signed identity' }

describe('isAnonymous', () => {
  it('is true without an identity on a public or optional prefix', () => {
    expect(anonymous('public')).toBe(true)
    expect(anonymous('optional')).toBe(true)
  })

  it('is false with an identity, and where one is required', () => {
    expect(anonymous('optional', signedIn)).toBe(false)
    expect(anonymous('authenticated')).toBe(false)
    expect(anonymous('authenticated', signedIn)).toBe(false)
    expect(anonymous()).toBe(false)
  })
})
