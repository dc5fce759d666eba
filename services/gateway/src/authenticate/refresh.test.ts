import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDevIdp,
  createProviderIssuer,
  createTokenIssuer,
  LOCAL_POOL,
} from '@landscape/dev/identity-provider'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { prefixesWith } from '../request/prefixes.ts'
import { identifyBy } from './identify.ts'
import { openProvider } from './provider.ts'
import { openPool } from './user-pool.ts'

type Issuer = ReturnType<typeof createTokenIssuer>

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const NEVER = { exp: Date.UTC(2100, 0) / 1_000 }
const prefix = prefixesWith([], false).find(({ path }) => path === '/admin/api')

const { loadBalancer } = createTokenIssuer(LOCAL_POOL).keys()

/** An issuer with a new key of the identity provider under an id. */
function issuerWithKey(kid: string): Issuer {
  const idp = { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
  return createTokenIssuer(LOCAL_POOL, undefined, { idp, loadBalancer })
}

let current: Issuer
let status: number
let keySetPath: string
let server: Server
let url: string
beforeEach(async () => {
  current = issuerWithKey('a')
  status = 200
  keySetPath = ''
  server = createServer((req, res) => {
    const isMoved = keySetPath !== '' && req.url?.endsWith('jwks.json') === true
    if (status !== 200 || isMoved) return void res.writeHead(isMoved ? 404 : status).end()
    if (req.url === keySetPath) return void res.end(JSON.stringify(current.keySet()))
    if (keySetPath !== '' && req.url === '/.well-known/openid-configuration')
      return void res.end(JSON.stringify({ issuer: url, jwks_uri: `${url}${keySetPath}` }))
    createDevIdp(LOCAL_POOL, current)(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const claims = { email: 'email', groups: 'groups', names: { admin: 'admin', reviewer: 'reviewer' } }

const open = {
  provider: () => openProvider({ issuer: url, clients: ['landscape-local'], claims }),
  pool: () =>
    openPool({
      ...LOCAL_POOL,
      idpKeys: `${url}/${LOCAL_POOL.userPoolId}/.well-known/jwks.json`,
      loadBalancerKeys: `${url}/load-balancer-keys`,
    }),
}

const headersOf = {
  provider: (issuer: Issuer) => ({
    token: createProviderIssuer(issuer, url).idToken(kim, NEVER),
  }),
  pool: (issuer: Issuer) => ({
    token: issuer.idToken(kim, NEVER),
  }),
  'access token of a pool': (issuer: Issuer) => ({
    loadBalancer: current.loadBalancerToken(kim),
    access: issuer.accessToken(kim, NEVER),
  }),
}

describe.each([
  ['provider', open.provider],
  ['pool', open.pool],
  ['access token of a pool', open.pool],
] as const)('refresh of the keys: %s', (name, openIssuer) => {
  function opened() {
    const { authenticators, refresh } = openIssuer()
    const identify = identifyBy(authenticators)
    const identified = async (headers: ReturnType<(typeof headersOf)[typeof name]>) =>
      identify(headers, prefix!)
    return { identified, refresh }
  }

  it('rejects a token that was used before its key was revoked', async () => {
    const { identified, refresh } = opened()
    const headers = headersOf[name](current)
    expect(await identified(headers)).toMatchObject({ groups: ['admin'] })
    current = issuerWithKey('b')
    await refresh()
    await expect(identified(headersOf[name](current))).resolves.toMatchObject(kim)
    await expect(identified(headers)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('accepts only the new key when one is replaced under its id', async () => {
    const { identified, refresh } = opened()
    const headers = headersOf[name](current)
    expect(await identified(headers)).toMatchObject({ groups: ['admin'] })
    current = issuerWithKey('a')
    await refresh()
    await expect(identified(headersOf[name](current))).resolves.toMatchObject(kim)
    await expect(identified(headers)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('keeps keys and claims when the provider is unavailable', async () => {
    const { identified, refresh } = opened()
    const headers = headersOf[name](current)
    await identified(headers)
    status = 503
    await expect(refresh()).rejects.toThrow('503')
    expect(await identified(headers)).toMatchObject({ groups: ['admin'] })
  })
})

describe('a moved key set', () => {
  it('is found after one failed fetch, without a refresh', async () => {
    const identify = identifyBy(open.provider().authenticators)
    const identified = async () => identify(headersOf.provider(current), prefix!)
    await identified()
    keySetPath = '/moved'
    current = issuerWithKey('b')
    await expect(identified()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await identified()).toMatchObject(kim)
  })
})
