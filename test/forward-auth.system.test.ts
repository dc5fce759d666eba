import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createIdentitySigner } from '@landscape/runtime/identity/identity-token'
import { hasNginx } from '../tools/lab/nginx.ts'
import { createClient, type Client } from './support/client.ts'
import { startDocumentedNginx } from './support/documented-nginx.ts'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'
import { sendRaw, statusesOf } from './support/raw.ts'

const PROXY_SECRET = 'the secret of the proxy, 34 letters'
const FRONTEND = 'https://landscape.example'

/** Starts nginx with the documented configuration, at the addresses of a landscape. */
async function nginxFor({ url, urls }: Production) {
  const [port = 0] = await freePorts(1)
  return startDocumentedNginx({
    file: 'landscape.conf',
    addresses: [
      ['127.0.0.1:5001', url],
      ['127.0.0.1:5002', urls.projects],
      ['127.0.0.1:5003', urls.data],
      ['127.0.0.1:5004', urls['admin-review']],
      ['127.0.0.1:5005', urls.assistant],
      ['127.0.0.1:8080', `http://127.0.0.1:${port}`],
    ],
    port,
    files: {
      'landscape-secret.conf': `proxy_set_header X-Landscape-Proxy-Secret "${PROXY_SECRET}";`,
    },
  })
}

const SETTINGS = {
  FORWARD_AUTH_SECRET: PROXY_SECRET,
  TRUSTED_PROXIES: '1',
  FRONTEND_URL: FRONTEND,
}
const withNginx = hasNginx() ? describe : describe.skip

withNginx('nginx in front of the services', () => {
  let landscape: Production
  let nginx: Awaited<ReturnType<typeof nginxFor>>
  /** Through nginx, and directly at the gateway. */
  let client: Client
  let direct: Client
  const as = (...groups: string[]) => ({
    authorization: landscape.issuer.headersFor({ email: 'kim@acme.example', groups })
      .authorization as string,
  })

  beforeAll(async () => {
    landscape = await startProduction({
      services: ['gateway', 'projects', 'data', 'admin-review'],
      env: SETTINGS,
    })
    nginx = await nginxFor(landscape)
    client = createClient(nginx.url, { described: false })
    direct = createClient(landscape.url)
  }, 60_000)
  afterAll(async () => {
    client?.close()
    direct?.close()
    nginx?.stop()
    await landscape?.stop()
  })

  /** The service that logged a request, and the route that the gateway logged. */
  async function logged(requestId: string, service: 'projects' | 'data' | 'admin-review') {
    const lineOf = (name: 'gateway' | typeof service) =>
      landscape
        .output(name)
        .split('\n')
        .find((line) => line.includes(requestId))
    while (lineOf(service) === undefined || lineOf('gateway') === undefined) await pause()
    return (JSON.parse(lineOf('gateway') ?? '') as { route: string }).route
  }

  it.each<[string, string, 'data' | 'projects' | 'admin-review']>([
    ['a public read', '/api/banners', 'data'],
    ['a page', '/technologies', 'data'],
    ['rows with contacts', '/api/csv', 'data'],
    ['a read of the registry', '/api/v1/user?x=1', 'projects'],
    ['a read of administrators', '/admin/api/banners', 'admin-review'],
  ])('serves %s as the gateway does, without it', async (_name, path, service) => {
    const requestId = `nginx-${crypto.randomUUID()}`
    const through = await client.get(path, { ...as('admin'), 'x-request-id': requestId })
    const own = await direct.get(path, as('admin'))
    expect([through.status, through.text]).toEqual([200, own.text])
    const changing = new Set(['date', 'x-request-id', 'server', 'connection', 'keep-alive', 'vary'])
    const headersOf = ({ headers }: typeof own) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)))
    expect(headersOf(through)).toEqual(headersOf(own))
    const { etag = '' } = through.headers
    const again = await client.get(path, { ...as('admin'), 'if-none-match': String(etag) })
    expect(again.status).toBe(etag === '' ? 200 : 304)
    // The gateway decided, and did not forward.
    expect(await logged(requestId, service)).toBe('/auth')
  })

  it('stores an edit of the identified caller and rejects a stale one', async () => {
    const path = '/api/v1/projects/Behind%20nginx'
    const project = {
      user: [{ email: 'kim@acme.example', roles: [] }],
      details: [{ name: 'Behind nginx' }],
    }
    const caller = as()
    expect((await client.post('/api/v1/projects', project, caller)).status).toBe(201)
    const { headers } = await client.get(path, caller)
    const match = { ...caller, 'if-match': String(headers['etag']) }
    const details = [{ ...project.details[0], short_name: 'BN' }]
    const edit = { ...project, details }
    expect((await client.put(path, edit, match)).status).toBe(200)
    expect((await client.put(path, { ...edit, details: project.details }, match)).status).toBe(412)
    const changes = await client.get(`${path}/history`, as('admin'))
    expect(changes.text).toContain('kim@acme.example')
    expect((await direct.get(path, caller)).json()).toMatchObject({ details })
  })

  it.each<[string, string, string, () => Record<string, string>, number]>([
    ['an anonymous caller', 'GET', '/api/v1/projects', () => ({}), 401],
    ['a forged token', 'GET', '/api/v1/projects', () => ({ authorization: 'Bearer x.y.z' }), 401],
    ['a caller without the group', 'GET', '/admin/api/banners', () => as('reviewer'), 403],
    ['an ambiguous path', 'GET', '/api/%62anners', () => as('admin'), 400],
    [
      'a write of another site',
      'POST',
      '/admin/api/banners/toggle',
      () => ({ ...as('admin'), origin: 'https://evil.example' }),
      403,
    ],
    [
      'the path and the secret of a proxy in headers of the client',
      'GET',
      '/admin/api/banners',
      () => ({
        'x-original-uri': '/api/banners',
        'x-forwarded-uri': '/api/banners',
        'x-forwarded-method': 'GET',
        'x-landscape-proxy-secret': 'x',
      }),
      401,
    ],
    ['a path of the proxy', 'GET', '/auth', () => as('admin'), 404],
  ])('rejects %s in the words of the gateway', async (_name, method, path, headersOf, status) => {
    const sent = headersOf()
    const body = method === 'POST' ? { index: 0 } : undefined
    const through = await client.send(method, path, body, sent)
    expect(through.status).toBe(status)
    if (path === '/auth') return
    const own = await direct.send(method, path, body, sent)
    const problemOf = ({ text }: typeof own) => {
      const {
        requestId: _id,
        traceId: _trace,
        ...problem
      } = JSON.parse(text) as object & {
        requestId: string
        traceId: string
      }
      return problem
    }
    expect(problemOf(through)).toEqual(problemOf(own))
    expect(through.headers['www-authenticate']).toBe(own.headers['www-authenticate'])
  })

  it('removes an identity that the client sent, even a valid one', async () => {
    const signer = createIdentitySigner(landscape.internalTokenSecret)
    const admin = { subject: 'x', email: 'kim@acme.example', groups: ['admin'] }
    for (const [path, service] of [
      ['/admin/api/banners', 'admin-review'],
      ['/api/v1/projects', 'projects'],
    ] as const) {
      const identity = { 'x-landscape-identity': await signer.sign(admin, service) }
      expect((await client.get(path, identity)).status).toBe(401)
      expect((await client.get(path, { ...as('reviewer'), ...identity })).status).toBe(
        service === 'projects' ? 200 : 403,
      )
      // The service would accept it.
      const accepted = await fetch(landscape.urls[service] + path, { headers: identity })
      expect(accepted.status).toBe(200)
    }
    const misdirected = { 'x-landscape-service': 'projects' }
    expect((await client.get('/api/banners', misdirected)).status).toBe(200)
  })

  it('responds to preflights and reads of the web client like the gateway', async () => {
    const preflight = { origin: FRONTEND, 'access-control-request-method': 'PUT' }
    const { status, headers } = await client.send(
      'OPTIONS',
      '/api/v1/projects',
      undefined,
      preflight,
    )
    expect([status, headers['access-control-allow-origin']]).toEqual([200, FRONTEND])
    const read = await client.get('/api/banners', { origin: FRONTEND })
    expect(read.headers['access-control-allow-origin']).toBe(FRONTEND)
  })

  it('serves the pages of the gateway', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/livez'])
      expect([path, (await client.get(path)).status]).toEqual([path, 200])
  })

  it.each([
    'GET //admin/api/banners HTTP/1.1',
    'GET /api/../admin/api/banners HTTP/1.1',
    'GET /api/..%2fadmin/api/banners HTTP/1.1',
    'GET /api/banners/%00 HTTP/1.1',
    'GET /admin/api/banners;x HTTP/1.1',
  ])('never reaches a service with %s', async (line) => {
    const text = await sendRaw(nginx.url, `${line}\r\nHost: a.example\r\nConnection: close\r\n\r\n`)
    for (const status of statusesOf(text)) expect([400, 401, 404]).toContain(status)
    expect(statusesOf(text)).toHaveLength(1)
  })
})

withNginx('limits behind nginx', () => {
  let landscape: Production
  let nginx: Awaited<ReturnType<typeof nginxFor>>
  beforeAll(async () => {
    landscape = await startProduction({
      services: ['gateway', 'data'],
      env: { ...SETTINGS, RATE_LIMIT_PER_MINUTE: '4' },
    })
    nginx = await nginxFor(landscape)
  }, 60_000)
  afterAll(async () => {
    nginx?.stop()
    await landscape?.stop()
  })

  it('count requests of an address, with Retry-After', async () => {
    const client = createClient(nginx.url, { described: false })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await client.get('/api/banners')).status)
    const { status, headers } = await client.get('/api/banners')
    client.close()
    // The request with which the test waited for nginx counts.
    expect(statuses).toEqual([200, 200, 200, 429])
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })
})
