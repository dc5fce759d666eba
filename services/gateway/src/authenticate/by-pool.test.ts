import { describe, expect, it } from '@jest/globals'
import { FetchError, JwtExpiredError } from 'aws-jwt-verify/error'
import type { Credentials } from './gateway-request.ts'
import { prefixesWith } from '../authorise/prefixes.ts'
import { byPool } from './by-pool.ts'
import { identifyBy } from './identify.ts'

const none: Credentials = { authorization: undefined, loadBalancer: undefined, access: undefined }
const prefixOf = (path: string) =>
  prefixesWith(['/api'], false).find((prefix) => prefix.path === path)!
const claimsOf = (sub: string, more = {}) => ({
  sub,
  exp: Date.now() / 1_000 + 60,
  email: `${sub}@acme.example`,
  ...more,
})

/** A token is its subject; `forged`, `expired` and `unknown` fail in these ways. */
function identify(given: Partial<Credentials>, path = '/assistant/api') {
  const verified: string[] = []
  const verifier =
    (kind: string, more = {}) =>
    async (token: string) => {
      verified.push(`${kind} ${token}`)
      if (token === 'forged') throw new Error(`bad token ${token}`)
      if (token === 'expired') throw new JwtExpiredError('expired at 1', 1)
      if (token === 'unknown') throw new FetchError('https://keys.example', 'unreachable')
      return claimsOf(token, more)
    }
  const verifiers = {
    id: verifier('id', { 'cognito:groups': ['from-id'] }),
    access: verifier('access', { 'cognito:groups': ['from-access'] }),
    loadBalancer: verifier('data', { 'cognito:groups': ['from-data'] }),
  }
  const identity = Promise.resolve(
    identifyBy(byPool(verifiers))({ ...none, ...given }, prefixOf(path)),
  )
  return { identity, verified }
}

describe('identifyBy the authenticators of a pool', () => {
  it('returns no identity without a token', async () => {
    const { identity, verified } = identify({})
    expect(await identity).toBeUndefined()
    expect(verified).toEqual([])
  })

  it.each(['Bearer kim', 'bearer kim', 'Bearer   kim', 'kim'])(
    'reads the ID token from %j',
    async (authorization) => {
      const { identity, verified } = identify({ authorization })
      expect(await identity).toEqual({
        subject: 'kim',
        email: 'kim@acme.example',
        groups: ['from-id'],
      })
      expect(verified).toEqual(['id kim'])
    },
  )

  it('removes the scheme from the beginning only', async () => {
    const { identity, verified } = identify({ authorization: 'Token Bearer kim' })
    await expect(identity).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(verified).toEqual(['id Token Bearer kim'])
  })

  it("combines the load balancer's e-mail address with groups of the access token", async () => {
    const { identity } = identify({ loadBalancer: 'kim', access: 'kim' })
    expect(await identity).toMatchObject({ subject: 'kim', groups: ['from-access'] })
  })

  it('accepts three tokens that name one caller', async () => {
    const { identity, verified } = identify({
      authorization: 'kim',
      loadBalancer: 'kim',
      access: 'kim',
    })
    expect(await identity).toMatchObject({ subject: 'kim', groups: ['from-access'] })
    expect(verified.toSorted()).toEqual(['access kim', 'data kim', 'id kim'])
  })

  it.each([
    ['an ID token of another caller', { authorization: 'lee', loadBalancer: 'kim', access: 'kim' }],
    ['an access token of another caller', { loadBalancer: 'kim', access: 'lee' }],
    ['a forged ID token', { authorization: 'forged' }],
    [
      'a forged token next to valid ones',
      { authorization: 'forged', loadBalancer: 'kim', access: 'kim' },
    ],
    ["a forged load balancer's token", { loadBalancer: 'forged', access: 'kim' }],
    ['a forged access token', { loadBalancer: 'kim', access: 'forged' }],
  ])('rejects %s', async (_name, given) => {
    await expect(identify(given).identity).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Not authorized',
      extensions: { message: 'Unauthorized' },
    })
  })

  it('labels tokens of two callers in metrics', async () => {
    const { identity } = identify({ authorization: 'lee', loadBalancer: 'kim', access: 'kim' })
    await expect(identity).rejects.toMatchObject({ reason: 'two callers' })
  })

  it.each([
    ['the access token', { loadBalancer: 'kim' }],
    ["the load balancer's token", { access: 'kim' }],
  ])('returns 401 without %s', async (_name, given) => {
    await expect(identify(given).identity).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Missing authentication tokens',
      reason: 'missing',
    })
  })

  it('reports an expired token as expired', async () => {
    await expect(identify({ authorization: 'expired' }).identity).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Token is expired',
    })
  })

  it('returns 503 when no key is available', async () => {
    await expect(identify({ authorization: 'unknown' }).identity).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Identity cannot be verified at the moment',
      retryAfter: 5,
      cause: expect.any(FetchError),
    })
  })

  it.each(['forged', 'expired', 'unknown'])(
    'treats a caller whose token is %s as anonymous on a lenient prefix',
    async (authorization) => {
      expect(await identify({ authorization }, '/api/csv').identity).toBeUndefined()
      const two = { authorization, loadBalancer: 'kim', access: 'kim' }
      expect(await identify(two, '/api/csv').identity).toBeUndefined()
      expect(await identify({ authorization: 'kim' }, '/api/csv').identity).toMatchObject({
        subject: 'kim',
      })
    },
  )

  it('does not verify tokens on a public prefix', async () => {
    const { identity, verified } = identify({ authorization: 'forged' }, '/api')
    expect(await identity).toBeUndefined()
    expect(verified).toEqual([])
  })

  it('rejects tokens of two callers in the registry', async () => {
    const tokens = { authorization: 'kim', loadBalancer: 'lee', access: 'lee' }
    await expect(identify(tokens, '/api/v1').identity).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'two callers',
    })
  })

  it("ignores the load balancer's tokens in the registry without an ID token", async () => {
    const { identity, verified } = identify({ loadBalancer: 'kim', access: 'kim' }, '/api/v1')
    expect(await identity).toBeUndefined()
    expect(verified).toEqual([])
    const both = { authorization: 'kim', loadBalancer: 'kim', access: 'kim' }
    expect(await identify(both, '/api/v1').identity).toMatchObject({ subject: 'kim' })
  })
})
