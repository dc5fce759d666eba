import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDevIdp, createTokenIssuer, LOCAL_POOL } from '@landscape/dev/identity-provider'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  AlbJwtInvalidSignerError,
  JwtExpiredError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error'
import { createStrictCheck } from './strict-check.ts'
import { createPoolVerifiers } from './user-pool.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const KINDS = ['id', 'access', 'loadBalancer'] as const
const issuer = createTokenIssuer(LOCAL_POOL)
let server: Server
type PoolVerifiers = ReturnType<typeof createPoolVerifiers>
let verifiers: PoolVerifiers
let createVerifiers: (change?: Partial<typeof LOCAL_POOL>) => PoolVerifiers
beforeAll(async () => {
  server = createServer(createDevIdp(LOCAL_POOL, issuer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  createVerifiers = (change) =>
    createPoolVerifiers({
      ...LOCAL_POOL,
      idpKeys: `${url}/${LOCAL_POOL.userPoolId}/.well-known/jwks.json`,
      loadBalancerKeys: `${url}/load-balancer-keys`,
      ...change,
    })
  verifiers = createVerifiers()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

function issue(kind: (typeof KINDS)[number], claims: Record<string, unknown> = {}): string {
  return issuer[`${kind}Token`](kim, claims)
}

describe.each(KINDS)('a token of the kind %s', (kind) => {
  // spec: 5-s3b 8-r4 8-r6 8-r7
  it('is accepted by the verifier of its kind only', async () => {
    const sub = `local-${kim.email}`
    expect(await verifiers[kind](issue(kind))).toMatchObject({ sub, exp: expect.any(Number) })
    for (const other of KINDS.filter((name) => name !== kind)) {
      await expect(verifiers[other](issue(kind))).rejects.toThrow()
    }
  })

  // spec, otherwise: 5-s3b 8-r6 8-r7
  it.each([
    ['another client', { clientId: 'another-client' }, /client|audience/i],
    ['another user pool', { userPoolId: 'xx-local-1_Another' }, /issuer/i],
  ])('is rejected for %s', async (_name, change, text) => {
    const verify = createVerifiers(change)[kind]
    await expect(verify(issue(kind))).rejects.toThrow(text)
  })

  it.each([
    ['has no expiry', { exp: undefined }, 'exp not acceptable'],
    ['has expired', { exp: 1 }, 'expired'],
    ['expired two seconds ago', { exp: inSeconds(-2) }, 'expired'],
    ['is not valid for another minute', { nbf: inSeconds(60) }, "can't be used before"],
    ['was issued in a minute', { iat: inSeconds(60) }, 'iat not acceptable'],
    ['has an empty subject', { sub: '' }, 'sub not acceptable'],
  ])('is rejected when it %s', async (_name, claims, text) => {
    await expect(verifiers[kind](issue(kind, claims))).rejects.toThrow(text)
  })
})

describe.each(KINDS)('the times of a token of the kind %s', (kind) => {
  it.each(['nbf', 'iat'])('may differ by the clock: %s', async (claim) => {
    const token = issue(kind, { [claim]: inSeconds(20) })
    await expect(verifiers[kind](token)).resolves.toMatchObject({ [claim]: expect.any(Number) })
  })
})

describe("the load balancer's token", () => {
  // spec, otherwise: 5-s3a 8-r4
  it('is rejected for another load balancer', async () => {
    const loadBalancerArn = `${LOCAL_POOL.loadBalancerArn}1`
    const other = createVerifiers({ loadBalancerArn })
    await expect(other.loadBalancer(issue('loadBalancer'))).rejects.toThrow(
      AlbJwtInvalidSignerError,
    )
  })
})

describe('refresh', () => {
  it('drops keys that the provider has revoked', async () => {
    const before = issue('id')
    expect(await verifiers.id(before)).toMatchObject({ token_use: 'id' })
    issuer.rotate()
    expect(await verifiers.id(before)).toMatchObject({ token_use: 'id' })
    await verifiers.refresh()
    await expect(verifiers.id(before)).rejects.toThrow(KidNotFoundInJwksError)
    await expect(verifiers.access(issue('access'))).resolves.toMatchObject({ token_use: 'access' })
  })
})

const NOW_S = 1_700_000_000
const check = (change: { header?: object; payload?: object } = {}) => {
  const token = {
    header: { alg: 'RS256', kid: 'one', ...change.header },
    payload: { sub: 'sub-1', exp: NOW_S + 60, iat: NOW_S, ...change.payload },
  }
  return () =>
    createStrictCheck(
      () => ['RS256'],
      () => NOW_S * 1_000,
    )(token)
}

describe('createStrictCheck', () => {
  it('accepts a complete token, and one without an issue time', () => {
    expect(check()).not.toThrow()
    expect(check({ payload: { iat: undefined } })).not.toThrow()
  })

  it.each([
    ['algorithm', { header: { alg: 'RS512' } }],
    ['algorithm', { header: { alg: 'none' } }],
    ['algorithm', { header: { alg: undefined } }],
    ['typ', { header: { typ: 'secevent+jwt' } }],
    ['typ', { header: { typ: 'dpop+jwt' } }],
    ['typ', { header: { typ: 'logout+jwt' } }],
    ['typ', { header: { typ: 'JWT ' } }],
    ['typ', { header: { typ: '' } }],
    ['typ', { header: { typ: null } }],
    ['typ', { header: { typ: ['JWT'] } }],
    ['crit', { header: { crit: ['b64'] } }],
    ['crit', { header: { crit: null } }],
    ['exp', { payload: { exp: undefined } }],
    ['exp', { payload: { exp: '1700000060' } }],
    ['sub', { payload: { sub: undefined } }],
    ['sub', { payload: { sub: 7 } }],
    ['sub', { payload: { sub: '' } }],
    ['iat', { payload: { iat: NOW_S + 31 } }],
    ['iat', { payload: { iat: String(NOW_S + 31) } }],
  ])('rejects the %s of %j', (part, change) => {
    expect(check(change)).toThrow(`${part} not acceptable`)
  })

  it.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/JWT', undefined])(
    'accepts the type %s',
    (typ) => {
      expect(check({ header: { typ } })).not.toThrow()
    },
  )

  it('tolerates an issue time 30 seconds ahead', () => {
    expect(check({ payload: { iat: NOW_S + 30 } })).not.toThrow()
  })

  it('tolerates no clock difference of the expiry', () => {
    expect(check({ payload: { exp: NOW_S } })).not.toThrow()
    expect(check({ payload: { exp: NOW_S - 1 } })).toThrow(JwtExpiredError)
  })

  it('uses the system clock by default', () => {
    const token = (iat: number) => ({
      header: { alg: 'ES256' },
      payload: { sub: 'sub-1', exp: iat + 60, iat },
    })
    const seconds = Date.now() / 1_000
    expect(() => createStrictCheck(() => ['ES256'])(token(seconds))).not.toThrow()
    expect(() => createStrictCheck(() => ['ES256'])(token(seconds + 3_600))).toThrow(
      'iat not acceptable',
    )
  })
})
