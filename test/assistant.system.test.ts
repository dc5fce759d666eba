import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { createLocalHost, SIGN_IN_USERS } from '@landscape/dev/scm-host'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { run } from './support/process.ts'

const SERVICES = ['gateway', 'assistant'] as const
const FRONTEND = 'https://landscape.example'

/** Prefixes of the routes: those of the specification and those of existing clients. */
const NAMES = [
  { api: '/assistant/api', oauth: '/assistant/api/scm/oauth' },
  { api: '/copilot/api', oauth: '/copilot/api/github/oauth' },
]

async function request(
  landscape: Landscape,
  path: string,
  headers: Record<string, string> = {},
  prefix = '/assistant/api',
) {
  const answer = await fetch(`${landscape.url}${prefix}${path}`, {
    headers,
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), answer }
}

describe('the assistant through the gateway, in development without a host', () => {
  let landscape: Landscape
  beforeAll(async () => {
    const env = { COMPATIBILITY_ALIASES: 'true' }
    landscape = await startLandscape({ services: SERVICES, env })
  })
  afterAll(() => landscape.stop())

  it.each([
    ['/org/live', 28],
    ['/org/historic', 400],
    ['/teams/historic', 8],
    ['/seats', 62],
  ])('returns %s from the sample data under every prefix', async (path, length) => {
    for (const { api } of NAMES) {
      const { status, body } = await request(landscape, path, {}, api)
      expect(status).toBe(200)
      expect(body).toHaveLength(length)
    }
  })

  it.each([
    [NAMES[0], NAMES[0]],
    [NAMES[1], NAMES[1]],
    [NAMES[0], NAMES[1]],
    [NAMES[1], NAMES[0]],
  ])('signs the sample user in by %j and shows teams and seats by %j', async (first, then) => {
    const login = await request(landscape, '/login', {}, first!.oauth)
    expect(login.status).toBe(302)
    const back = new URL(login.answer.headers.get('location')!)
    expect(back.href).toMatch(/^http:\/\/localhost:3000\/copilot\/team\?/)
    const token = await fetch(`${landscape.url}${then!.oauth}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookiesOf(login.answer) },
      body: JSON.stringify(Object.fromEntries(back.searchParams)),
    })
    expect(await token.json()).toEqual({ success: true })
    const { api } = then!
    const session = { cookie: cookiesOf(token) }
    const { body: teams } = await request(landscape, '/teams', session, api)
    expect(teams).toMatchObject({ isAdmin: false, userTeamSlugs: expect.any(Array) })
    const { body: seats } = await request(
      landscape,
      `/team/seats?teamSlug=${teams.userTeamSlugs[0]}`,
      session,
      api,
    )
    expect(seats.length).toBeGreaterThan(0)
    const { body: status } = await request(landscape, '/auth/status', session, first!.api)
    expect(status).toEqual({ authenticated: true })
    expect((await request(landscape, '/admin/status', session, api)).status).toBe(200)
    const logout = await fetch(`${landscape.url}${first!.oauth}/logout`, { method: 'POST' })
    expect(logout.headers.getSetCookie().join()).toMatch(/githubUserToken=; Max-Age=0; .*Path=\/;/)
  })

  it.each([
    ['/teams', 401, { error: 'Missing GitHub user token' }],
    ['/team/seats', 400, { error: 'Missing team slug' }],
    ['/team/seats?teamSlug=a', 401, { error: 'Authentication required' }],
    ['/auth/status', 200, { response: 'No user token found' }],
  ])(
    'returns the status of %s without a cookie under every prefix: %i',
    async (path, status, body) => {
      for (const { api } of NAMES) {
        const { status: actual, body: answered } = await request(landscape, path, {}, api)
        expect(actual).toBe(status)
        expect(answered).toMatchObject(body)
      }
    },
  )
})

describe('the assistant through the gateway, in production', () => {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const person = (email: string, ...groups: string[]) => issuer.headersFor({ email, groups })
  const admin = person('kim@acme.example', 'admin')
  const guest = person('oda@acme.example')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const host = createLocalHost({
    org: 'acme',
    appId: '1001',
    clientId: 'client',
    clientSecret: 'client-secret',
    publicKey,
    callbackOrigins: [FRONTEND],
    seatCount: 250,
  })
  const servers = [createServer(createDevIdp(LOCAL_POOL, issuer)), createServer(host.app)] as const
  let production: Record<string, string>
  let landscape: Landscape
  let bare: Landscape

  beforeAll(async () => {
    const [idp, scm] = await Promise.all(servers.map(listen))
    production = {
      NODE_ENV: 'production',
      FRONTEND_URL: FRONTEND,
      HOST: '127.0.0.1',
      ...localSettings(LOCAL_POOL, idp!),
    }
    bare = await startLandscape({ services: SERVICES, env: production, documents: false })
    const keyFile = join(bare.dataDir, 'private-key.pem')
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    const scmSettings = {
      SCM_ORG: 'acme',
      SCM_APP_ID: '1001',
      SCM_APP_CLIENT_ID: 'client',
      SCM_APP_CLIENT_SECRET: 'client-secret',
      SCM_API_URL: `${scm}/api/v3`,
      SCM_WEB_URL: scm!,
      SCM_PRIVATE_KEY_FILE: keyFile,
    }
    landscape = await startLandscape({
      services: SERVICES,
      env: { ...production, ...scmSettings },
      documents: false,
    })
    const collected = run(['tools/assistant-collect.ts', '--days', '4'], {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      OBJECT_STORE: 'embedded',
      DATA_DIR: landscape.dataDir,
      ...scmSettings,
    })
    if ((await collected.exit) !== 0) throw new Error(collected.output())
  })
  afterAll(async () => {
    await Promise.all([landscape.stop(), bare.stop()])
    for (const server of servers) server.close().closeAllConnections()
  })

  it('names the missing settings of the source-control host', async () => {
    for (const path of ['/org/live', '/seats']) {
      const { status, body } = await request(bare, path, admin)
      expect([status, body.error]).toEqual([
        503,
        'Not configured: SCM_ORG, SCM_APP_ID, SECRET_NAME or SCM_PRIVATE_KEY_FILE',
      ])
    }
    const login = await request(bare, '/scm/oauth/login')
    expect([login.status, login.body.error]).toEqual([
      503,
      'Not configured: SCM_APP_CLIENT_ID, SCM_APP_CLIENT_SECRET',
    ])
  })

  // spec: 5-s10
  it('accepts an admin on every route', async () => {
    expect((await request(landscape, '/org/live', admin)).body).toHaveLength(28)
    expect((await request(landscape, '/org/historic', admin)).body).toHaveLength(4)
    expect((await request(landscape, '/teams/historic', admin)).body).toHaveLength(9)
    expect((await request(landscape, '/seats', admin)).body).toHaveLength(250)
  })

  // spec: 5-s10
  it.each([
    ['/org/live', 401, 200],
    ['/org/historic', 401, 200],
    ['/teams/historic', 401, 401],
    ['/seats', 401, 403],
    ['/teams', 401, 401],
    ['/admin/status', 401, 401],
    ['/team/seats?teamSlug=lighthouse', 401, 401],
    ['/auth/status', 200, 200],
  ])(
    'protects %s: %i for anonymous callers, %i for users without groups',
    async (path, anonymous, user) => {
      expect((await request(landscape, path)).status).toBe(anonymous)
      expect((await request(landscape, path, guest)).status).toBe(user)
    },
  )

  it("signs a user in and returns only the user's teams", async () => {
    const login = await request(landscape, '/scm/oauth/login')
    const page = `${login.answer.headers.get('location')}&login=${SIGN_IN_USERS.ordinary}`
    const consent = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'authorize' }),
      redirect: 'manual',
    })
    const back = new URL(consent.headers.get('location')!)
    expect(back.href).toMatch(/^https:\/\/landscape\.example\/copilot\/team\?/)
    const exchange = () =>
      fetch(`${landscape.url}/assistant/api/scm/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookiesOf(login.answer) },
        body: JSON.stringify(Object.fromEntries(back.searchParams)),
      })
    const token = await exchange()
    expect(await token.json()).toEqual({ success: true })
    expect(token.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    expect((await exchange()).status).toBe(400)

    const session = { ...guest, cookie: cookiesOf(token) }
    const own = ['harbour-systems', 'lighthouse', 'everyone']
    expect((await request(landscape, '/teams', session)).body.userTeamSlugs).toEqual(own)
    const { body: history } = await request(landscape, '/teams/historic', session)
    expect(history.map(({ team }: { team: { slug: string } }) => team.slug).toSorted()).toEqual([
      'everyone',
      'harbour-systems',
    ])
    expect(
      (await request(landscape, '/team/seats?teamSlug=lighthouse', session)).body,
    ).toHaveLength(3)
    const other = await request(landscape, '/team/seats?teamSlug=platform-engineering', session)
    expect(other.status).toBe(403)
    const bogus = await request(landscape, '/teams', { ...guest, cookie: 'githubUserToken=bogus' })
    expect([bogus.status, bogus.body.error]).toEqual([401, 'Invalid scm user token'])
    expect(landscape.output('assistant')).not.toMatch(/ghu_|ghs_|client-secret|@acme/)
    expect(host.leaks).toEqual([])
  })

  it('reports a host outage in /readyz without a request to the host, and stays ready', async () => {
    host.disturb(/ \/api\/v3\/user/, (_req, res) => void res.status(502).end())
    const cookie = `githubUserToken=ghu_${'0123456789'.repeat(4).slice(0, 36)}`
    expect((await request(landscape, '/teams', { ...guest, cookie })).status).toBe(500)
    const asked = host.calls.length
    const own = await fetch(`${landscape.urls.assistant}/readyz`)
    expect([own.status, await own.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'degraded',
        checks: {
          store: 'ok',
          documents: 'ok',
          'store-space': 'ok',
          'source-control-host': 'degraded',
          'source-control-app': 'ok',
        },
      }),
    ])
    // The gateway caches its report for a second.
    const seen = async () => {
      const report = (await fetch(`${landscape.url}/readyz`)).json()
      return report as Promise<Record<'checks' | 'reasons', Record<string, string>>>
    }
    const degraded = expect.objectContaining({ assistant: 'degraded: source-control-host' })
    while ((await seen()).checks['assistant'] !== 'degraded') await sleep(100)
    expect((await seen()).reasons).toEqual(degraded)
    expect(host.calls).toHaveLength(asked)
  })
})

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .filter((cookie) => !cookie?.endsWith('='))
    .join('; ')
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
