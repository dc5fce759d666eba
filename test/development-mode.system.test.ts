import { createServer } from 'node:http'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { switchable, type Switchable } from './support/switchable.ts'

const PROJECT = { user: [{ email: '' }], details: [{ name: 'Tide Tables' }] }
const issuer = createTokenIssuer(LOCAL_POOL)

let identityProvider: Switchable
let landscape: Landscape
let client: Client
let radar: object
beforeAll(async () => {
  identityProvider = await switchable(createServer(createDevIdp(LOCAL_POOL, issuer)))
  landscape = await startLandscape({
    services: ['gateway', 'projects', 'admin-review'],
    // An empty value counts as unset.
    env: { DEV_USER_GROUPS: '' },
  })
  client = createClient(landscape.url)
  radar = (await client.get('/admin/api/tech-radar')).json() as object
  expect((await client.post('/api/v1/projects', PROJECT)).status).toBe(201)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await identityProvider?.disconnect()
})

async function restartGateway(env: Record<string, string>): Promise<void> {
  await landscape.terminate('gateway')
  await landscape.start('gateway', env)
}

/** Returns the status of a request to each access level: any caller, administrators, reviewers. */
async function statuses(headers: Record<string, string> = {}) {
  const responses = [
    await client.get('/api/v1/projects', headers),
    await client.get('/admin/api/banners', headers),
    await client.post('/review/api/tech-radar/update', radar, headers),
  ]
  return responses.map(({ status }) => status)
}

describe('development mode', () => {
  // spec: 5-s8a 5-s8b
  it('gives callers without a token a developer user with both groups', async () => {
    expect(await statuses()).toEqual([200, 200, 200])
    const info = await client.get('/user/api/info')
    expect([info.status, info.json()]).toEqual([
      200,
      {
        message: 'User information retrieved successfully (local dev mode)',
        user: { email: 'dev@acme-coast.example', groups: ['admin', 'reviewer'] },
        development_mode: true,
      },
    ])
  })

  // spec: 5-s8a
  it('ignores tokens', async () => {
    const nonsense = { authorization: 'nonsense', 'x-amzn-oidc-data': 'nonsense' }
    expect(await statuses(nonsense)).toEqual([200, 200, 200])
    const guest = issuer.headersFor({ email: 'guest@acme.example', groups: ['guest'] })
    expect((await client.get('/user/api/info', guest)).json()).toMatchObject({
      user: { email: 'dev@acme-coast.example', groups: ['admin', 'reviewer'] },
    })
  })

  // spec: 5-s9 8-r8
  // spec, otherwise: 5-s8b
  it.each([
    ['admin', ['admin'], [200, 200, 200]],
    ['reviewer', ['reviewer'], [200, 403, 200]],
    [' guest , reviewer,, ', ['guest', 'reviewer'], [200, 403, 200]],
    ['guest', ['guest'], [200, 403, 403]],
  ])('enforces the groups of DEV_USER_GROUPS=%j', async (setting, groups, expected) => {
    await restartGateway({ DEV_USER_GROUPS: setting })
    expect((await client.get('/user/api/info')).json()).toMatchObject({ user: { groups } })
    expect(await statuses()).toEqual(expected)
  })
})

describe('another environment mode', () => {
  // spec, otherwise: 5-s8a
  it.each(['production', 'test', ''])(
    'requires a token when NODE_ENV is "%s"',
    async (NODE_ENV) => {
      await restartGateway({
        ...localSettings(LOCAL_POOL, identityProvider.origin),
        NODE_ENV,
        HOST: '127.0.0.1',
        DEV_USER_GROUPS: 'admin,reviewer',
      })
      expect(await statuses()).toEqual([401, 401, 401])
      expect((await client.get('/user/api/info')).status).toBe(401)
      const dev = { email: 'dev@acme-coast.example', groups: ['admin', 'reviewer'] }
      expect(await statuses(issuer.headersFor(dev))).toEqual([200, 200, 200])
    },
  )
})
