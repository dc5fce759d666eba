import { describe, expect, it } from '@jest/globals'
import { createKeyText } from '@landscape/contracts/api-key-text'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import type { Credentials } from './gateway-request.ts'
import type { Prefix } from '../authorise/prefixes.ts'
import { identifyByKey } from './by-key.ts'

const { text } = createKeyText()
const KEY: Identity = { subject: 'key:1', email: 'key:import', groups: [], keyScope: 'read' }
const PERSON: Identity = { subject: 'sub-1', email: 'kim@acme.example', groups: [] }
const PREFIX: Prefix = { path: '/api/v1', service: 'projects', access: 'authenticated' }
const NONE: Credentials = { authorization: undefined, loadBalancer: undefined, access: undefined }

const identify = identifyByKey(
  {
    async identify(key) {
      if (key === text) return KEY
      throw new DomainError('unavailable', 'down')
    },
  },
  () => PERSON,
)
const identityFor = async (credentials: Partial<Credentials>, prefix: Partial<Prefix> = {}) =>
  identify({ ...NONE, ...credentials }, { ...PREFIX, ...prefix })

describe('identifyByKey', () => {
  it.each(['Bearer ', 'bearer  ', ''])(
    'establishes the caller of a key after %j',
    async (scheme) => {
      expect(await identityFor({ authorization: scheme + text })).toBe(KEY)
    },
  )

  it.each([
    undefined,
    '',
    'Bearer',
    'Basic lsk_1',
    'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
    'x lsk_',
  ])('leaves other credentials to the other authenticators: %s', async (authorization) => {
    expect(await identityFor({ authorization })).toBe(PERSON)
  })

  it.each(['loadBalancer', 'access'])('rejects a key with a token: %s', async (name) => {
    const both = { authorization: `Bearer ${text}`, [name]: 'token' }
    await expect(identityFor(both)).rejects.toMatchObject({
      message: 'Not authorized',
      reason: 'two callers',
    })
  })

  it('ignores keys on public prefixes, and invalid ones on lenient prefixes', async () => {
    const invalid = { authorization: 'Bearer lsk_1' }
    expect(await identityFor(invalid, { access: 'public' })).toBeUndefined()
    expect(await identityFor(invalid, { access: 'optional', lenient: true })).toBeUndefined()
    await expect(identityFor(invalid)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
