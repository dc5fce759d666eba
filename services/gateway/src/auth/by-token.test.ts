import { describe, expect, it } from '@jest/globals'
import { FetchError, JwtExpiredError } from 'aws-jwt-verify/error'
import type { Credentials } from '../proxy/gateway-request.ts'
import { prefixesWith } from '../proxy/prefixes.ts'
import { identifyByToken } from './by-token.ts'

const none: Credentials = { authorization: undefined, loadBalancer: undefined, access: undefined }
const prefixOf = (path: string) =>
  prefixesWith(['/api'], false).find((prefix) => prefix.path === path)!
const claimsOf = (sub: string, more = {}) => ({
  sub,
  exp: Date.now() / 1_000 + 60,
  email: `${sub}@acme.example`,
  ...more,
})

/** Tokens here are `<subject>`; `forged`, `expired` and `unknown` are what they say. */
function identify(given: Partial<Credentials>, path = '/assistant/api') {
  const asked: string[] = []
  const verifier =
    (kind: string, more = {}) =>
    async (token: string) => {
      asked.push(`${kind} ${token}`)
      if (token === 'forged') throw new Error(`bad token ${token}`)
      if (token === 'expired') throw new JwtExpiredError('expired at 1', 1)
      if (token === 'unknown') throw new FetchError('https://keys.example', 'away')
      return claimsOf(token, more)
    }
  const verifiers = {
    id: verifier('id', { 'cognito:groups': ['from-id'] }),
    access: verifier('access', { 'cognito:groups': ['from-access'] }),
    loadBalancer: verifier('data', { 'cognito:groups': ['from-data'] }),
  }
  const answer = Promise.resolve(identifyByToken(verifiers)({ ...none, ...given }, prefixOf(path)))
  return { answer, asked }
}

describe('identifyByToken', () => {
  it('knows nobody without a token', async () => {
    const { answer, asked } = identify({})
    expect(await answer).toBeUndefined()
    expect(asked).toEqual([])
  })

  it.each(['Bearer kim', 'bearer kim', 'Bearer   kim', 'kim'])(
    'takes the ID token out of %j',
    async (authorization) => {
      const { answer, asked } = identify({ authorization })
      expect(await answer).toEqual({
        subject: 'kim',
        email: 'kim@acme.example',
        groups: ['from-id'],
      })
      expect(asked).toEqual(['id kim'])
    },
  )

  it('takes the scheme off the beginning only', async () => {
    const { answer, asked } = identify({ authorization: 'Token Bearer kim' })
    await expect(answer).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(asked).toEqual(['id Token Bearer kim'])
  })

  it("takes the address of the load balancer's token and the groups of the access token", async () => {
    const { answer } = identify({ loadBalancer: 'kim', access: 'kim' })
    expect(await answer).toMatchObject({ subject: 'kim', groups: ['from-access'] })
  })

  it('takes all three when they name one caller', async () => {
    const { answer, asked } = identify({ authorization: 'kim', loadBalancer: 'kim', access: 'kim' })
    expect(await answer).toMatchObject({ subject: 'kim', groups: ['from-access'] })
    expect(asked.toSorted()).toEqual(['access kim', 'data kim', 'id kim'])
  })

  it.each([
    ['an ID token of somebody else', { authorization: 'lee', loadBalancer: 'kim', access: 'kim' }],
    ['groups of somebody else', { loadBalancer: 'kim', access: 'lee' }],
    ['a forged ID token', { authorization: 'forged' }],
    [
      'a forged token beside good ones',
      { authorization: 'forged', loadBalancer: 'kim', access: 'kim' },
    ],
    ["a forged load balancer's token", { loadBalancer: 'forged', access: 'kim' }],
    ['a forged access token', { loadBalancer: 'kim', access: 'forged' }],
  ])('refuses %s', async (_what, given) => {
    await expect(identify(given).answer).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Not authorized',
      extensions: { message: 'Unauthorized' },
    })
  })

  it('tells figures of two callers, and nobody else', async () => {
    const { answer } = identify({ authorization: 'lee', loadBalancer: 'kim', access: 'kim' })
    await expect(answer).rejects.toMatchObject({ reason: 'two callers' })
  })

  it.each([
    ['the access token', { loadBalancer: 'kim' }],
    ["the load balancer's token", { access: 'kim' }],
  ])('misses %s', async (_what, given) => {
    await expect(identify(given).answer).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Missing authentication tokens',
      reason: 'missing',
    })
  })

  it('says of an expired token that it is expired', async () => {
    await expect(identify({ authorization: 'expired' }).answer).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Token is expired',
    })
  })

  it('is away, and not in doubt of the caller, when no key can be had', async () => {
    await expect(identify({ authorization: 'unknown' }).answer).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Identity cannot be verified at the moment',
      retryAfter: 5,
      cause: expect.any(FetchError),
    })
  })

  it.each(['forged', 'expired', 'unknown'])(
    'knows nobody by a token that is %s where everybody is answered something',
    async (authorization) => {
      expect(await identify({ authorization }, '/api/csv').answer).toBeUndefined()
      const two = { authorization, loadBalancer: 'kim', access: 'kim' }
      expect(await identify(two, '/api/csv').answer).toBeUndefined()
      expect(await identify({ authorization: 'kim' }, '/api/csv').answer).toMatchObject({
        subject: 'kim',
      })
    },
  )

  it('looks at no token where everybody may come', async () => {
    const { answer, asked } = identify({ authorization: 'forged' }, '/api')
    expect(await answer).toBeUndefined()
    expect(asked).toEqual([])
  })

  it("believes the load balancer's tokens in the registry beside an ID token only", async () => {
    const { answer, asked } = identify({ loadBalancer: 'kim', access: 'kim' }, '/api/v1')
    expect(await answer).toBeUndefined()
    expect(asked).toEqual([])
    const both = { authorization: 'kim', loadBalancer: 'kim', access: 'kim' }
    expect(await identify(both, '/api/v1').answer).toMatchObject({ subject: 'kim' })
  })
})
