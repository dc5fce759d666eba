import { describe, expect, it } from '@jest/globals'
import { FetchError, JwtExpiredError } from 'aws-jwt-verify/error'
import { createKeyText } from '@landscape/contracts/api-key-text'
import { prefixesWith } from '../request/prefixes.ts'
import { byApiKey } from './key-ring.ts'
import { credentialsIn } from '../request/credentials.ts'
import { identifyBy } from './identify.ts'
import { unauthenticated } from './token-error.ts'
import { poolAuthenticators } from './user-pool.ts'

const prefixOf = (path: string) =>
  prefixesWith(['/api'], false).find((prefix) => prefix.path === path)!
const claimsOf = (sub: string, more = {}) => ({
  sub,
  exp: Date.now() / 1_000 + 60,
  email: `${sub}@acme.example`,
  ...more,
})

const KEY = createKeyText().text
const KEY_IDENTITY = { subject: 'key:1', email: 'key:import', groups: [] }
/** Accepts one key. */
const ring = {
  async identify(key: string) {
    if (key === KEY) return KEY_IDENTITY
    throw unauthenticated('API key is unknown, expired or revoked', 'api key')
  },
}

interface Given {
  authorization?: string
  loadBalancer?: string
  access?: string
}

/** A token is its subject; `forged`, `expired` and `unknown` fail in these ways. */
function identify({ authorization, loadBalancer, access }: Given, path = '/assistant/api') {
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
  const credentials = credentialsIn({
    authorization,
    'x-amzn-oidc-data': loadBalancer,
    'x-amzn-oidc-accesstoken': access,
  })
  const identity = Promise.resolve(
    identifyBy([byApiKey(ring), ...poolAuthenticators(verifiers)])(credentials, prefixOf(path)),
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

  it.each(['kim', 'forged'])(
    'returns 401 for half of a pair before other credentials are verified: %s',
    async (authorization) => {
      for (const half of [{ loadBalancer: 'kim' }, { access: 'kim' }]) {
        const { identity, verified } = identify({ authorization, ...half })
        await expect(identity).rejects.toMatchObject({ message: 'Missing authentication tokens' })
        expect(verified).toEqual([])
      }
    },
  )

  it.each(['/assistant/api', '/api/v1'])(
    'rejects an API key next to tokens of the load balancer at %s',
    async (path) => {
      const authorization = `Bearer ${KEY}`
      for (const others of [
        { loadBalancer: 'kim' },
        { access: 'kim' },
        { loadBalancer: 'kim', access: 'kim' },
      ]) {
        const { identity, verified } = identify({ authorization, ...others }, path)
        await expect(identity).rejects.toMatchObject({
          code: 'unauthenticated',
          message: 'Not authorized',
          reason: 'two callers',
        })
        expect(verified).toEqual([])
      }
    },
  )

  it.each(['Bearer ', 'bearer  ', ''])(
    'returns the caller of an API key after %j',
    async (scheme) => {
      const { identity, verified } = identify({ authorization: scheme + KEY })
      expect(await identity).toBe(KEY_IDENTITY)
      expect(verified).toEqual([])
    },
  )

  it('ignores API keys on public prefixes, and invalid ones on lenient prefixes', async () => {
    expect(await identify({ authorization: KEY }, '/api').identity).toBeUndefined()
    expect(await identify({ authorization: 'lsk_1' }, '/api/csv').identity).toBeUndefined()
    await expect(identify({ authorization: 'lsk_1' }).identity).rejects.toMatchObject({
      reason: 'api key',
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
