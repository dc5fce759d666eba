import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { SHARED_READ_HEADER, SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import type { Identify } from '../src/authenticate/identify.ts'
import { COMPATIBILITY_ALIASES } from '../src/request/prefixes.ts'
import { createLocalCounter } from '../src/authorise/counter.ts'
import { createRateLimit } from '../src/authorise/caller-limits.ts'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  SECRET,
  type GatewayOptions,
  type ReceivedRequest,
} from './gateway-fixture.ts'

const PROXY_SECRET = 'the secret of the proxy, 34 letters'
const FRONTEND = 'https://landscape.example'
const SERVICES = ['projects', 'data', 'admin-review', 'assistant'] as const

/** Callers by the value of `Authorization`: their groups, comma separated. */
const identify: Identify = async ({ token }, { access }) => {
  if (access === 'public' || token === undefined) return undefined
  if (token === 'forged') throw new DomainError('unauthenticated', 'Not authorized')
  return { subject: token, email: 'kim@acme.example', groups: token.split(',') }
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}
type Headers = Record<string, string | readonly string[]>

/** Sends a request without changing its path. */
function send(url: string, method: string, path: string, headers: Headers = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const options = { hostname, port, method, path, headers: headers as OutgoingHttpHeaders }
    const sent = httpRequest(options, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
    })
    sent.on('error', reject).end()
  })
}

async function started(options: GatewayOptions = {}) {
  const services = await Promise.all(SERVICES.map((name) => echoService(name)))
  const upstreams = Object.fromEntries(SERVICES.map((name, i) => [name, services[i]?.url ?? '']))
  const { app } = gatewayApp({
    upstreams,
    identify,
    aliases: COMPATIBILITY_ALIASES,
    browser: { frontendUrls: [FRONTEND], development: false },
    trustedProxies: 1,
    sharedReadBytes: 0,
    forwardAuthSecret: PROXY_SECRET,
    ...options,
  })
  return (await listen(app)).url
}

let url = ''
beforeAll(async () => {
  url = await started()
})
afterAll(closeServers)

const proxy = { 'x-landscape-proxy-secret': PROXY_SECRET }
/** How each proxy describes an original request: the path of its request, its method and its headers. */
const PROXIES = {
  nginx: (method: string, target: string) => ({
    path: '/auth',
    method: 'GET',
    headers: { 'x-original-method': method, 'x-original-uri': target },
  }),
  Traefik: (method: string, target: string) => ({
    path: '/auth',
    method: 'GET',
    headers: {
      'x-forwarded-method': method,
      'x-forwarded-uri': target,
      'x-forwarded-host': 'landscape.example',
    },
  }),
  Envoy: (method: string, target: string) => ({ path: `/auth${target}`, method, headers: {} }),
}
type Proxy = keyof typeof PROXIES
const PROXY_NAMES = Object.keys(PROXIES) as Proxy[]

function ask(by: Proxy, method: string, target: string, more: Headers = {}, at = url) {
  const { path, headers, ...sent } = PROXIES[by](method, target)
  return send(at, sent.method, path, { host: 'landscape.example', ...proxy, ...headers, ...more })
}

const METHODS = ['GET', 'POST', 'TRACE']
const TARGETS = [
  '/api/banners',
  '/api/v1/projects',
  '/api/v1/projects/a%2F..%2Fb',
  '/api/v1/projects/..',
  '/admin/api/banners?x=1',
  '/review/api/tech-radar/update',
  '/changes/1',
  '/assistant/api/seats',
  '/assistant/api/teams',
  '/usage',
  '/technologies/a',
  '/admin/api/../../api/banners',
  '/api/%2e%2e/admin/api/banners',
  '/api/%61dmin',
  '/api//banners',
  '//admin/api/banners',
  '/api\\banners',
  '/api/banners#x',
  '/ADMIN/api/banners',
]
const CALLERS: [string, Headers][] = [
  ['nobody', {}],
  ['a forged token', { authorization: 'forged' }],
  ['somebody', { authorization: 'other' }],
  ['a reviewer', { authorization: 'reviewer' }],
  ['an administrator', { authorization: 'admin' }],
  ['a page of another site', { authorization: 'admin', origin: 'https://evil.example' }],
  ['a page of another host', { authorization: 'admin', 'sec-fetch-site': 'same-site' }],
  ['a page of the gateway', { authorization: 'admin', origin: 'https://landscape.example' }],
]

/** The status for a proxy: other errors are 403. */
const asDecision = (status: number) => ([200, 401].includes(status) ? status : 403)

const GRANTED = [IDENTITY_HEADER, 'x-landscape-service', 'x-forwarded-for', 'cookie'] as const

describe('GET /auth', () => {
  it.each(CALLERS)('decides like the gateway about requests of %s', async (_name, caller) => {
    const decisionOf = async (method: string, target: string) => {
      const own = await send(url, method, target, { host: 'landscape.example', ...caller })
      const received =
        own.status === 200 ? (JSON.parse(own.text) as ReceivedRequest).headers : undefined
      const expected = [asDecision(own.status), ...GRANTED.map((name) => received?.[name])]
      for (const by of PROXY_NAMES) {
        const { status, headers } = await ask(by, method, target, caller)
        const decision = [status, ...GRANTED.map((name) => headers[name])]
        expect([by, method, target, decision]).toEqual([by, method, target, expected])
      }
    }
    await Promise.all(
      METHODS.flatMap((method) => TARGETS.map((target) => decisionOf(method, target))),
    )
  })
})

describe.each(PROXY_NAMES)('GET /auth for %s', (by) => {
  it('returns an identity that only the service of the path accepts', async () => {
    const { headers } = await ask(by, 'PUT', '/api/v1/projects/a', { authorization: 'admin' })
    const token = String(headers[IDENTITY_HEADER])
    const verified = await createIdentityVerifier([SECRET], 'projects').verify(token)
    expect(verified).toMatchObject({ subject: 'admin', groups: ['admin'] })
    await expect(createIdentityVerifier([SECRET], 'data').verify(token)).rejects.toThrow(
      'another service',
    )
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each(['/', '/user/api/info', '/docs', '/livez', '/nowhere', '/copilot/api/seats', '/auth'])(
    'rejects %s, which no service has',
    async (target) => {
      expect((await ask(by, 'GET', target, { authorization: 'admin' })).status).toBe(403)
    },
  )

  it.each([
    ['without a secret', []],
    ['with another secret', ['the secret of another proxy, 40 letters']],
    ['with two secrets', [PROXY_SECRET, PROXY_SECRET]],
  ])('rejects a sender %s', async (_name, given) => {
    const headers = { authorization: 'admin', 'x-landscape-proxy-secret': given }
    const reply = await ask(by, 'GET', '/api/v1/projects', headers)
    expect(reply.status).toBe(403)
    expect(reply.headers[IDENTITY_HEADER]).toBeUndefined()
  })

  it('returns the cookies of the assistant to the assistant only', async () => {
    const cookie = 'session=1; scmUserToken=2'
    const seats = await ask(by, 'GET', '/assistant/api/seats', { cookie })
    expect(seats.headers['cookie']).toBe('scmUserToken=2')
    const banners = await ask(by, 'GET', '/api/banners', { cookie })
    expect(banners.headers['cookie']).toBeUndefined()
    expect(String(banners.headers['x-envoy-auth-headers-to-remove']).split(',')).toEqual(
      expect.arrayContaining([IDENTITY_HEADER, 'cookie', 'authorization', 'x-amzn-oidc-data']),
    )
  })

  it('makes Envoy remove the mark of a shared read', async () => {
    const banners = await ask(by, 'GET', '/api/banners', SHARED_READ_HEADERS)
    expect(String(banners.headers['x-envoy-auth-headers-to-remove']).split(',')).toContain(
      SHARED_READ_HEADER,
    )
  })

  it('makes Envoy remove the header in which another proxy passes a token', async () => {
    const at = await started({ tokenHeader: 'x-forwarded-access-token' })
    const banners = await ask(by, 'GET', '/api/banners', {}, at)
    expect(String(banners.headers['x-envoy-auth-headers-to-remove']).split(',')).toContain(
      'x-forwarded-access-token',
    )
  })

  it('counts requests for the address of the client', async () => {
    const limitCaller = createRateLimit(2, createLocalCounter(60_000, 2))
    const limited = await started({ limitCaller })
    const from = (client: string, target = '/api/banners') =>
      ask(by, 'GET', target, { 'x-forwarded-for': client }, limited)
    expect((await from('192.0.2.1')).headers['ratelimit']).toContain('r=1')
    expect((await from('192.0.2.1', '/api/%61')).status).toBe(403)
    const over = await from('192.0.2.1')
    expect([over.status, over.headers['retry-after']]).toEqual([429, '60'])
    expect((await from('192.0.2.2')).status).toBe(200)
  })

  it('allows a preflight of a configured origin without an identity', async () => {
    const preflight = (origin: string) =>
      ask(by, 'OPTIONS', '/admin/api/banners', {
        origin,
        authorization: 'admin',
        'access-control-request-method': 'POST',
      })
    const { status, headers } = await preflight(FRONTEND)
    expect([status, headers[IDENTITY_HEADER]]).toEqual([200, undefined])
    expect(headers['access-control-allow-origin']).toBe(FRONTEND)
    expect((await preflight('https://evil.example')).status).toBe(403)
  })
})

describe('a malformed GET /auth', () => {
  const original = { 'x-original-method': 'GET', 'x-original-uri': '/api/banners' }
  const forwarded = {
    'x-forwarded-method': 'GET',
    'x-forwarded-uri': '/api/banners',
    'x-forwarded-host': 'landscape.example',
  }
  it.each<[string, string, string, Headers]>([
    ['no description', 'GET', '/auth', {}],
    ['no method', 'GET', '/auth', { 'x-original-uri': '/api/banners' }],
    ['no path', 'GET', '/auth', { 'x-original-method': 'GET' }],
    ['an empty path', 'GET', '/auth', { ...original, 'x-original-uri': '' }],
    ['a URL', 'GET', '/auth', { ...original, 'x-original-uri': 'http://a.example/api/banners' }],
    ['two paths', 'GET', '/auth', { ...original, 'x-original-uri': ['/api/a', '/api/b'] }],
    ['two equal methods', 'GET', '/auth', { ...original, 'x-original-method': ['GET', 'GET'] }],
    ['the forms of two proxies', 'GET', '/auth', { ...original, ...forwarded }],
    ['parts of two forms', 'GET', '/auth', { ...original, 'x-forwarded-uri': '/api/banners' }],
    ['no host of Traefik', 'GET', '/auth', { ...forwarded, 'x-forwarded-host': [] }],
    ['two hosts of Traefik', 'GET', '/auth', { ...forwarded, 'x-forwarded-host': ['a', 'b'] }],
    ['a path and a header', 'GET', '/auth/api/banners', original],
    ['a write to /auth', 'POST', '/auth', original],
    ['an unknown method', 'GET', '/auth', { ...original, 'x-original-method': 'get' }],
    ['two tokens', 'GET', '/auth', { ...original, authorization: ['admin', 'other'] }],
  ])('returns 403 for %s', async (_name, method, path, headers) => {
    expect((await send(url, method, path, { ...proxy, ...headers })).status).toBe(403)
  })

  it('returns 404 when no secret is set', async () => {
    const without = await started({ forwardAuthSecret: undefined })
    for (const by of PROXY_NAMES) {
      const { status } = await ask(by, 'GET', '/api/banners', { authorization: 'admin' }, without)
      expect([by, status]).toEqual([by, 404])
    }
  })
})
