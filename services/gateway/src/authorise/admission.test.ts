import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { prefixesWith } from '../request/prefixes.ts'
import { createAdmission } from './admission.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const admission = createAdmission(createIdentitySigner(SECRET))
const kim = { subject: 'sub-1', email: 'kim@acme.example', groups: ['reviewer'] }

/** Requests a path; returns the error code, or the identity token for the service. */
async function admit(path: string, identity: Identity | undefined, method = 'GET', target = path) {
  const req = { headers: {} as Record<string, string>, method, url: `${target}?a=1` }
  const prefix = prefixesWith(['/api'], true).find((one) => one.path === path)
  const failure = await Promise.try(admission, { req, prefix }, identity).catch(
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )
  return { code: failure?.code, token: req.headers[IDENTITY_HEADER] }
}

describe('createAdmission', () => {
  it('issues the identity token to the service of the prefix', async () => {
    const { code, token } = await admit('/review/api', kim)
    expect(code).toBeUndefined()
    const verify = (service: string) => createIdentityVerifier([SECRET], service).verify(token!)
    expect(await verify('admin-review')).toEqual(kim)
    await expect(verify('data')).rejects.toMatchObject({ code: 'misdirected' })
  })

  it.each([
    ['/admin/api', 'forbidden'],
    ['/assistant/api', undefined],
  ])('checks the groups of a reviewer for %s: %s', async (path, code) => {
    const result = await admit(path, kim)
    expect(result.code).toBe(code)
    expect(result.token === undefined).toBe(code !== undefined)
  })

  it.each([
    ['read', 'GET', '/api/v1', undefined],
    ['read', 'PUT', '/api/v1', 'forbidden'],
    ['registry', 'PUT', '/api/v1', undefined],
    ['registry', 'POST', '/changes', 'forbidden'],
    ['admin', 'POST', '/changes', undefined],
    ['admin', 'GET', '/admin/api/keys', 'forbidden'],
  ] as const)(
    'checks the scope %s of a key for %s %s: %s',
    async (keyScope, method, path, code) => {
      const key: Identity = { ...kim, groups: ['admin'], keyScope }
      const prefix = path === '/admin/api/keys' ? '/admin/api' : path
      const result = await admit(prefix, key, method, path)
      expect(result.code).toBe(code)
      expect(result.token === undefined).toBe(code !== undefined)
    },
  )

  it("signs no identity for the gateway's own paths", async () => {
    expect(await admit('/user/api', kim)).toEqual({ code: undefined, token: undefined })
  })

  it.each([
    ['/assistant/api', 'unauthenticated'],
    ['/assistant/api/seats', undefined],
    ['/api', undefined],
    ['/none', undefined],
  ])('checks access of an anonymous caller to %s: %s', async (path, code) => {
    expect(await admit(path, undefined)).toEqual({ code, token: undefined })
  })
})
