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

describe('development mode, where nobody signs in', () => {
  it.each([
    'localhost:5001',
    'LOCALHOST',
    'app.localhost:5001',
    '127.0.0.1',
    '[::1]:5001',
    '192.168.0.7:5001',
    'gateway:5001',
  ])('answers under %s', async (host) => {
    const { app } = gatewayApp()
    expect((await request(app).get('/user/api/info').set('host', host)).status).toBe(200)
  })

  it.each([
    'rebound.example',
    'localhost.rebound.example:5001',
    '127.0.0.1.rebound.example',
    'localhost.',
  ])('answers nothing under %s, which a stranger could point here', async (host) => {
    const { app } = gatewayApp()
    for (const path of ['/user/api/info', '/docs', '/livez']) {
      const answer = await request(app).get(path).set('host', host)
      expect([path, answer.status]).toEqual([path, 403])
      expect(answer.body.error).toContain('use localhost')
    }
  })

  it('answers under the name that it was told to listen on, and in production under every name', async () => {
    const own = { frontendUrls: [], development: true, listensOn: 'laptop.example' }
    const get = (browser: typeof own) =>
      request(gatewayApp({ browser }).app).get('/livez').set('host', 'laptop.example')
    expect((await get(own)).status).toBe(200)
    expect((await get({ ...own, development: false, listensOn: '0.0.0.0' })).status).toBe(200)
  })
})

describe('cross-origin reads', () => {
  it('are open to the web client, with its cookies', async () => {
    const { headers } = await request(app).get('/api/csv').set('origin', FRONTEND)
    expect(headers).toMatchObject({
      'access-control-allow-origin': FRONTEND,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  })

  it.each(['https://evil.example', `${FRONTEND}.evil.example`, 'http://landscape.example', 'null'])(
    'are closed to %s',
    async (origin) => {
      const { headers } = await request(app).get('/api/csv').set('origin', origin)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers['vary']).toBe('Origin')
    },
  )

  it('are asked for beforehand, without a token', async () => {
    const ask = (origin: string) =>
      request(app)
        .options('/admin/api/banners')
        .set('origin', origin)
        .set('access-control-request-method', 'PUT')
    const allowed = await ask(FRONTEND)
    expect(allowed.status).toBe(200)
    expect(allowed.headers['access-control-allow-methods']).toContain('PUT')
    expect(allowed.headers['access-control-allow-headers']).toContain('Authorization')
    const { status, headers, body } = await ask('https://evil.example')
    expect([status, body.error]).toEqual([403, 'Cross-site request refused'])
    expect(body.detail).toMatch(/https:\/\/evil\.example .*FRONTEND_URL/)
    expect(headers).not.toHaveProperty('access-control-allow-methods')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:4200'])(
    'are open to front ends at %s in development mode',
    async (origin) => {
      const { headers } = await request(gatewayApp().app).get('/livez').set('origin', origin)
      expect(headers['access-control-allow-origin']).toBe(origin)
    },
  )

  it('are marked on errors too, so that the web client can read them', async () => {
    const { headers, status } = await request(app).get('/nothing').set('origin', FRONTEND)
    expect([status, headers['access-control-allow-origin']]).toEqual([404, FRONTEND])
  })
})

describe('writes', () => {
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
  ])('pass with %j', async (headers) => {
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
    // Who can answer for the plain name in a network is not the gateway.
    { origin: 'http://gateway.example', host: 'gateway.example' },
    { origin: 'https://gateway.example', host: 'gateway.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'Cross-Site' },
    { 'sec-fetch-site': ' cross-site ' },
    { origin: 'https://other.example', 'sec-fetch-site': 'CROSS-SITE' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://gateway.example.evil.example', host: 'gateway.example' },
  ])('are refused with %j and reach no service', async (headers) => {
    service.seen.length = 0
    const response = await write(headers)
    expect([response.status, response.body.error]).toEqual([403, 'Cross-site request refused'])
    expect(service.seen).toEqual([])
  })

  it('of a name that was pointed at this machine are refused in development mode', async () => {
    const { app } = gatewayApp({ upstreams: { 'admin-review': service.url } })
    const ask = (host: string) =>
      request(app)
        .post('/admin/api/x')
        .set({ host, origin: `http://${host}` })
        .send({})
    expect((await ask('rebound.example:5001')).status).toBe(403)
    expect((await ask('localhost:5001')).status).toBe(200)
  })
})

describe('security headers', () => {
  it.each(['/api/csv', '/nothing', '/api/../x', '/livez'])(
    'are on the answer to %s',
    async (path) => {
      const { headers } = await request(app).get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
      })
    },
  )

  it('do not tie browsers to https in development mode', async () => {
    const { headers } = await request(gatewayApp().app).get('/livez')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})
