import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createKeyText } from '@landscape/contracts/api-key-text'
import {
  type AcceptedKeys,
  INTERNAL_KEY_USE_PATH,
  INTERNAL_KEYS_PATH,
} from '@landscape/contracts/api-keys'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import request from 'supertest'
import { byApiKey, createKeyRing } from '../src/authenticate/key-ring.ts'
import { identifyBy } from '../src/authenticate/identify.ts'
import { createKeySource } from '../src/forward/key-source.ts'
import { createLocalCounter } from '../src/authorise/counter.ts'
import { createRateLimit } from '../src/authorise/caller-limits.ts'
import { UPSTREAMS, type UpstreamName } from '../src/request/prefixes.ts'
import { closeUpstreams, createUpstreams, type Upstreams } from '../src/forward/upstream.ts'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  SECRET,
  sendRaw,
  statusesOf,
} from './gateway-fixture.ts'

const NOW = Date.parse('2026-11-26T10:00:00.000Z')
const SCOPES = ['read', 'registry', 'admin'] as const
const made = SCOPES.map((scope) => ({ scope, ...createKeyText() }))
const expired = createKeyText()
const textOf = (wanted: string) => made.find(({ scope }) => scope === wanted)!.text
const bearer = (scope: string) => ({ authorization: `Bearer ${textOf(scope)}` })
const accepted = (): AcceptedKeys => ({
  keys: [
    ...made.map(({ scope, id, hash }) => ({ id, hash, scope, name: scope, expiresAt: NOW + 1 })),
    { id: expired.id, hash: expired.hash, scope: 'admin', name: 'expired', expiresAt: NOW },
  ],
})

let service: Awaited<ReturnType<typeof echoService>>
let adminReview: { url: string; uses: string[]; status: number; text: () => string }
let upstreams: Upstreams
const lines: string[] = []
const logger = createLogger({
  service: 'gateway',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
})

/** Starts the routes of the admin-review service for the gateway. */
async function startKeys() {
  const state = { url: '', uses: [] as string[], status: 200, text: () => '' }
  const verifier = createIdentityVerifier([SECRET], 'admin-review')
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const sent = await readText(req)
    const { email } = await verifier.verify(String(req.headers[IDENTITY_HEADER]))
    if (email !== 'gateway') state.status = 403
    if (req.url === INTERNAL_KEY_USE_PATH) {
      state.uses.push(sent)
      res.writeHead(204).end()
    } else {
      res.writeHead(req.url === INTERNAL_KEYS_PATH ? state.status : 404).end(state.text())
    }
  }
  const { url } = await listen((req, res) => void respond(req, res))
  return Object.assign(state, { url })
}

beforeAll(async () => {
  service = await echoService('any')
})
beforeEach(async () => {
  service.seen.length = 0
  adminReview = await startKeys()
  adminReview.text = () => JSON.stringify(accepted())
  const all = Object.fromEntries(UPSTREAMS.map((name) => [name, service.url]))
  const addresses = { ...(all as Record<UpstreamName, string>), 'admin-review': adminReview.url }
  upstreams = createUpstreams({ addresses, limits: { timeoutMs: 5_000, patienceMs: 0 }, logger })
})
afterEach(() => closeUpstreams(upstreams))
afterAll(closeServers)

/** A gateway whose other callers are anonymous. */
function app(perMinute = 0) {
  const source = createKeySource({
    upstream: upstreams['admin-review'],
    signer: createIdentitySigner(SECRET),
  })
  const ring = createKeyRing({ source, logger, now: () => NOW })
  return gatewayApp({
    logger,
    upstreams: {
      projects: service.url,
      data: service.url,
      'admin-review': service.url,
      assistant: service.url,
    },
    identify: identifyBy([byApiKey(ring)]),
    limitCaller: createRateLimit(perMinute, createLocalCounter(60_000, 1)),
  }).app
}
const forwarded = () => service.seen.filter(({ url }) => url !== '/readyz')

describe('a valid key', () => {
  it.each([
    ['read', 'get', '/api/v1/projects', 200],
    ['read', 'post', '/api/v1/projects', 403],
    ['read', 'get', '/admin/api/banners', 403],
    ['registry', 'post', '/api/v1/projects', 200],
    ['registry', 'post', '/admin/api/banners', 403],
    ['registry', 'post', '/user/api/logout', 403],
    ['admin', 'post', '/admin/api/banners', 200],
    ['admin', 'post', '/review/api/tech-radar/update', 200],
    ['admin', 'get', '/admin/api/keys', 403],
    ['admin', 'post', '/admin/api/keys', 403],
    ['admin', 'post', '/admin/api/keys/4f1c09a7b2de/revoke', 403],
    ['admin', 'get', INTERNAL_KEYS_PATH, 404],
    ['admin', 'post', INTERNAL_KEY_USE_PATH, 404],
  ] as const)('of scope %s: %s %s returns %i', async (scope, method, path, status) => {
    const response = await request(app())[method](path).set(bearer(scope))
    expect(response.status).toBe(status)
    expect(forwarded()).toHaveLength(status === 200 ? 1 : 0)
  })

  it('reaches the service as a signed identity, without the key', async () => {
    await request(app()).get('/api/v1/projects').set(bearer('admin'))
    const [one] = forwarded()
    const identity = await createIdentityVerifier([SECRET], 'projects').verify(
      one!.headers[IDENTITY_HEADER]!,
    )
    expect(identity).toEqual({
      subject: `key:${textOf('admin').slice(4, 16)}`,
      email: 'key:admin',
      groups: ['admin'],
      keyScope: 'admin',
    })
    expect(JSON.stringify(one)).not.toContain('lsk_')
  })

  it('is reported as used once a day', async () => {
    const gateway = app()
    for (let i = 0; i < 3; i++) await request(gateway).get('/api/v1/projects').set(bearer('read'))
    await request(gateway).get('/user/api/info').set(bearer('registry'))
    while (adminReview.uses.length < 2) await new Promise(setImmediate)
    const ids = ['read', 'registry'].map((scope) => textOf(scope).slice(4, 16))
    expect(adminReview.uses).toEqual(ids.map((id) => JSON.stringify({ id })))
  })

  it('has a limit of its own', async () => {
    const gateway = app(2)
    const send = (scope: string) => request(gateway).get('/api/v1/projects').set(bearer(scope))
    expect((await send('read')).headers['ratelimit-policy']).toBe('"minute";q=2;w=60')
    expect((await send('read')).status).toBe(200)
    expect((await send('read')).status).toBe(429)
    expect((await send('registry')).status).toBe(200)
    expect((await request(gateway).get('/api/csv')).status).toBe(200)
  })
})

describe('forged and invalid keys', () => {
  const text = textOf('admin')
  const other = createKeyText().text
  const FORGERIES: [name: string, headers: Record<string, string>][] = [
    ['an unknown key', { authorization: `Bearer ${other}` }],
    ['an expired key', { authorization: `Bearer ${expired.text}` }],
    ['the secret of another key', { authorization: text.slice(0, 17) + other.slice(17) }],
    ['a cut key', { authorization: `Bearer ${text.slice(0, -1)}` }],
    ['a key without its checksum', { authorization: `Bearer ${text.slice(0, -9)}` }],
    ['a longer key', { authorization: `Bearer ${text}0` }],
    ['a key in capitals', { authorization: `Bearer lsk_${text.slice(4).toUpperCase()}` }],
    ['a key in another scheme', { authorization: `Basic ${text}` }],
    ['two keys', { authorization: `Bearer ${text}, Bearer ${text}` }],
    ['a key with the token of a load balancer', { ...bearer('admin'), 'x-amzn-oidc-data': 'x' }],
    ['a key as the token of a load balancer', { 'x-amzn-oidc-accesstoken': text }],
    ['a key in a cookie', { cookie: `authorization=${text}` }],
    ['a hash', { authorization: `Bearer ${accepted().keys[0]?.hash}` }],
  ]

  it.each(FORGERIES)('cause a 401: %s', async (_name, headers) => {
    const response = await request(app()).get('/api/v1/projects').set(headers)
    expect(response.status).toBe(401)
    expect(response.text).not.toMatch(/lsk_|[\da-f]{64}/)
    expect(forwarded()).toEqual([])
  })

  it('cause a 401 in the query', async () => {
    const { status } = await request(app()).get(`/api/v1/projects?authorization=${text}`)
    expect([status, forwarded()]).toEqual([401, []])
  })

  it('cause a 400 in two headers', async () => {
    const { port } = await listen(app())
    const header = `Authorization: Bearer ${text}\r\n`
    const head = `GET /api/v1/projects HTTP/1.1\r\nHost: a.example\r\n`
    const response = await sendRaw(port, `${head}${header}${header}Connection: close\r\n\r\n`)
    expect(statusesOf(response)).toEqual([400])
  })
})

describe('while keys cannot be verified', () => {
  it.each([
    [500, '{}'],
    [403, '{}'],
    [404, '{}'],
    [200, 'not JSON'],
    [200, '{"keys":[{}]}'],
  ])('a key causes a 503: status %i, body %s', async (status, body) => {
    Object.assign(adminReview, { status, text: () => body })
    const response = await request(app()).get('/api/v1/projects').set(bearer('admin'))
    expect([response.status, response.body.error]).toEqual([
      503,
      'API keys cannot be verified at the moment',
    ])
    expect(response.headers['retry-after']).toBe('5')
    expect(forwarded()).toEqual([])
  })

  it('a malformed key still causes a 401', async () => {
    adminReview.status = 500
    const response = await request(app())
      .get('/api/v1/projects')
      .set({ authorization: 'Bearer lsk_0' })
    expect(response.status).toBe(401)
  })
})

describe('the log', () => {
  it('contains no key and no hash', () => {
    const all = lines.join()
    expect(all).toContain('/api/v1')
    for (const { text, hash } of [...made, expired]) {
      expect(all).not.toContain(text.slice(17, 81))
      expect(all).not.toContain(hash)
    }
  })
})
