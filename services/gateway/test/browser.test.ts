import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { closeServers, echoService, gatewayApp } from './gateway-fixture.ts'

const FRONTEND = 'https://landscape.example'
let app: ReturnType<typeof gatewayApp>['app']
let service: Awaited<ReturnType<typeof echoService>>
beforeAll(async () => {
  service = await echoService('any')
  ;({ app } = gatewayApp({
    upstreams: { 'admin-review': service.url, data: service.url, projects: service.url },
    browser: { frontendUrls: [FRONTEND], development: false },
  }))
})
afterAll(closeServers)

describe('the Host header in development mode', () => {
  it.each([
    'localhost:5001',
    'LOCALHOST',
    'app.localhost:5001',
    '127.0.0.1',
    '[::1]:5001',
    '192.168.0.7:5001',
    'gateway:5001',
  ])('may be %s', async (host) => {
    const { app } = gatewayApp()
    expect((await request(app).get('/user/api/info').set('host', host)).status).toBe(200)
  })

  it.each([
    'rebound.example',
    'localhost.rebound.example:5001',
    '127.0.0.1.rebound.example',
    'localhost.',
  ])('causes a 403 when it is %s, against DNS rebinding', async (host) => {
    const { app } = gatewayApp()
    for (const path of ['/user/api/info', '/docs', '/livez']) {
      const response = await request(app).get(path).set('host', host)
      expect([path, response.status]).toEqual([path, 403])
      expect(response.body.error).toContain('use localhost')
    }
  })

  it('may be the value of HOST, and any name in production', async () => {
    const own = { frontendUrls: [], development: true, listensOn: 'laptop.example' }
    const get = (browser: typeof own) =>
      request(gatewayApp({ browser }).app).get('/livez').set('host', 'laptop.example')
    expect((await get(own)).status).toBe(200)
    expect((await get({ ...own, development: false, listensOn: '0.0.0.0' })).status).toBe(200)
  })
})

describe('cross-origin reads', () => {
  it('are allowed for the web client with credentials', async () => {
    const { headers } = await request(app).get('/api/csv').set('origin', FRONTEND)
    expect(headers).toMatchObject({
      'access-control-allow-origin': FRONTEND,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  })

  it.each(['https://evil.example', `${FRONTEND}.evil.example`, 'http://landscape.example', 'null'])(
    'are rejected for %s',
    async (origin) => {
      const { headers } = await request(app).get('/api/csv').set('origin', origin)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers['vary']).toBe('Origin')
    },
  )

  it('are preflighted without a token', async () => {
    const preflight = (origin: string) =>
      request(app)
        .options('/admin/api/banners')
        .set('origin', origin)
        .set('access-control-request-method', 'PUT')
    const allowed = await preflight(FRONTEND)
    expect(allowed.status).toBe(200)
    expect(allowed.headers['access-control-allow-methods']).toContain('PUT')
    expect(allowed.headers['access-control-allow-headers']).toContain('Authorization')
    const { status, headers, body } = await preflight('https://evil.example')
    expect([status, body.error]).toEqual([403, 'Cross-site request rejected'])
    expect(body.detail).toMatch(/https:\/\/evil\.example .*FRONTEND_URL/)
    expect(headers).not.toHaveProperty('access-control-allow-methods')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:4200'])(
    'are allowed for %s in development mode',
    async (origin) => {
      const { headers } = await request(gatewayApp().app).get('/livez').set('origin', origin)
      expect(headers['access-control-allow-origin']).toBe(origin)
    },
  )

  it('are allowed for error responses', async () => {
    const { headers, status } = await request(app).get('/nothing').set('origin', FRONTEND)
    expect([status, headers['access-control-allow-origin']]).toEqual([404, FRONTEND])
  })
})

describe('cross-origin writes', () => {
  const write = (headers: Record<string, string>) =>
    request(app).post('/admin/api/banners/update').set(headers).send({ message: 'x' })

  it.each([
    {},
    { origin: FRONTEND, 'sec-fetch-site': 'cross-site' },
    { origin: FRONTEND },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://gateway.example', host: 'gateway.example' },
    { origin: 'https://gateway.example', host: 'gateway.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://127.0.0.1:5001', host: '127.0.0.1:5001' },
    { origin: 'http://localhost:5001', host: 'localhost:5001' },
  ])('are forwarded with %j', async (headers) => {
    expect((await write(headers)).status).toBe(200)
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'https://other.landscape.example', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' },
    { origin: 'nonsense' },
    // Another host in the network may use the unencrypted name.
    { origin: 'http://gateway.example', host: 'gateway.example' },
    { origin: 'https://gateway.example', host: 'gateway.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'Cross-Site' },
    { 'sec-fetch-site': ' cross-site ' },
    { origin: 'https://other.example', 'sec-fetch-site': 'CROSS-SITE' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://gateway.example.evil.example', host: 'gateway.example' },
  ])('are rejected with %j before any service', async (headers) => {
    service.seen.length = 0
    const response = await write(headers)
    expect([response.status, response.body.error]).toEqual([403, 'Cross-site request rejected'])
    expect(service.seen).toEqual([])
  })

  it('are rejected in development mode after DNS rebinding', async () => {
    const { app } = gatewayApp({ upstreams: { 'admin-review': service.url } })
    const write = (host: string) =>
      request(app)
        .post('/admin/api/x')
        .set({ host, origin: `http://${host}` })
        .send({})
    expect((await write('rebound.example:5001')).status).toBe(403)
    expect((await write('localhost:5001')).status).toBe(200)
  })
})

describe('security headers', () => {
  it.each(['/api/csv', '/nothing', '/api/../x', '/livez'])('are sent for %s', async (path) => {
    const { headers } = await request(app).get(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })

  it('omit strict-transport-security in development mode', async () => {
    const { headers } = await request(gatewayApp().app).get('/livez')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})
