import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createLocalCounter } from '../src/authorise/counter.ts'
import { createRateLimit } from '../src/authorise/caller-limits.ts'
import { prefixesWith } from '../src/request/prefixes.ts'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  sendRaw,
  statusesOf,
} from './gateway-fixture.ts'
import { startGateway, startIdp } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const lee = { email: 'lee@acme.example', groups: ['admin'] }
afterAll(closeServers)

async function limited(perMinute: number) {
  const { url } = await echoService('any')
  return gatewayApp({
    prefixes: prefixesWith(['/api'], true),
    upstreams: { data: url, 'admin-review': url, projects: url },
    limitCaller: createRateLimit(perMinute, createLocalCounter(60_000, perMinute)),
  }).app
}

describe('createRateLimit', () => {
  it('returns the requests that are left', async () => {
    const { headers } = await request(await limited(2)).get('/api/csv')
    expect(headers).toMatchObject({
      'ratelimit-policy': '"minute";q=2;w=60',
      ratelimit: '"minute";r=1;t=60',
    })
  })

  it('counts paths without a prefix by address, except probes', async () => {
    const app = await limited(1)
    expect((await request(app).get('/openapi.json')).status).toBe(200)
    for (const path of ['/openapi.json', '/docs', '/nothing', '/livez/x']) {
      expect([path, (await request(app).get(path)).status]).toEqual([path, 429])
    }
    // The landing page is counted by caller.
    expect((await request(app).get('/?/livez')).status).toBe(200)
    expect((await request(app).get('/?/livez')).status).toBe(429)
    for (const path of ['/livez', '/livez?x', '/readyz']) {
      expect([path, (await request(app).get(path)).status]).toEqual([path, 200])
    }
    expect((await request(app).head('/readyz')).status).toBe(200)
  })

  it.each([
    ['POST', '/livez'],
    ['OPTIONS', '/readyz'],
    ['GET', '/livez/'],
    ['GET', '/metrics'],
    ['POST', '/api/health'],
    ['GET', '/a/%2e%2e/b'],
    ['GET', '/api//csv'],
  ])('counts %s %s', async (method, path) => {
    const { port } = await listen(await limited(1))
    const exchange = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`
    const last = 'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const [first, second] = statusesOf(await sendRaw(port, exchange + last))
    expect(first).not.toBe(429)
    expect(second).toBe(path === '/api/health' ? 404 : 429)
  })

  it('counts preflight requests and cross-site writes', async () => {
    const app = await limited(1)
    const preflight = () =>
      request(app).options('/api/csv').set('access-control-request-method', 'GET')
    expect((await preflight()).status).toBe(200)
    expect((await preflight()).status).toBe(429)
    const foreign = () =>
      request(app).post('/admin/api/banners').set('sec-fetch-site', 'cross-site')
    // Cross-site writes are rejected before routing.
    expect((await foreign()).status).toBe(429)
  })

  it('is disabled by 0', async () => {
    const app = await limited(0)
    const { headers } = await request(app).get('/api/csv')
    expect(headers).not.toHaveProperty('ratelimit')
  })

  it('counts by identity, and by address for invalid tokens', async () => {
    const idp = await startIdp()
    const { url } = await echoService('any')
    const gateway = await startGateway({
      ...idp.settings,
      PROJECTS_URL: url,
      RATE_LIMIT_PER_MINUTE: '2',
    })
    try {
      const statusWith = async (authorization: string) =>
        (await fetch(`${gateway.url}/api/v1/projects`, { headers: { authorization } })).status
      const [kims, lees] = [idp.issuer.idToken(kim), idp.issuer.idToken(lee)]
      expect([await statusWith(kims), await statusWith(kims), await statusWith(kims)]).toEqual([
        200, 200, 429,
      ])
      expect(await statusWith(lees)).toBe(200)
      expect([await statusWith('a'), await statusWith('b'), await statusWith('c')]).toEqual([
        401, 401, 429,
      ])
      expect(await statusWith(lees)).toBe(200)
    } finally {
      await gateway.stop()
    }
  })
})
