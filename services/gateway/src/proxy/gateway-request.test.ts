import { describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime'
import { isAnonymous } from './gateway-request.ts'
import type { Prefix } from './prefixes.ts'

const asked = (access?: Prefix['access'], headers: Record<string, string> = {}) =>
  isAnonymous({ prefix: access && { path: '/api', service: 'data', access }, req: { headers } })
const signedIn = { [IDENTITY_HEADER]: 'who calls' }

describe('what a request is answered', () => {
  it("may be everybody's where nobody signs in", () => {
    expect(asked('public')).toBe(true)
    expect(asked('optional')).toBe(true)
  })

  it("is the caller's own once it is known who calls, and where everybody has to sign in", () => {
    expect(asked('optional', signedIn)).toBe(false)
    expect(asked('authenticated')).toBe(false)
    expect(asked('authenticated', signedIn)).toBe(false)
    expect(asked()).toBe(false)
  })
})
