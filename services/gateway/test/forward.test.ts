import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import request from 'supertest'
import { closeServers, echoService, gatewayApp, SECRET } from './gateway-fixture.ts'

let app: ReturnType<typeof gatewayApp>['app']
let lines: string[]
beforeAll(async () => {
  const names = ['projects', 'data', 'admin-review', 'assistant'] as const
  const urls = await Promise.all(names.map(async (name) => (await echoService(name)).url))
  const upstreams = Object.fromEntries(names.map((name, i) => [name, urls[i]!]))
  ;({ app, lines } = gatewayApp({ upstreams }))
})
afterAll(closeServers)

describe('X-Forwarded-For', () => {
  it.each(['fe80::1%a-b', '[fe80::1%a-b]:443', 'fe80::1%', '::ffff:192.0.2.1%x.y'])(
    'may contain %s, an address with a zone or port',
    async (forwardedFor) => {
      const { url } = await echoService('data')
      const { app } = gatewayApp({ upstreams: { data: url }, trustedProxies: 1 })
      const { status } = await request(app).get('/api/csv').set('x-forwarded-for', forwardedFor)
      expect(status).toBe(200)
    },
  )
})

describe('routing', () => {
  // spec: 0-s2 1-r1a 1-r2 1-r3a 1-r4a 1-r5
  it.each([
    ['/api/v1/projects', 'projects'],
    ['/api/v1/projects/a%2Fb%20%2525?x=%2F', 'projects'],
    ['/api/csv', 'data'],
    ['/api/json?datetime=2025-01-01T00:00:00Z&archived=true', 'data'],
    ['/admin/api/banners', 'admin-review'],
    ['/review/api/tech-radar/update', 'admin-review'],
    ['/assistant/api/org/live', 'assistant'],
    ['/assistant/api/scm/oauth/login', 'assistant'],
  ])('passes %s unchanged to the %s service', async (url, service) => {
    const { status, body } = await request(app).get(url)
    expect(status).toBe(200)
    expect(body).toMatchObject({ service, url })
  })

  // spec: 4.7-s1 7-r4c 7-s1
  // spec, otherwise: 1-r2 1-r6a
  it.each(['/apix', '/API/csv', '/nothing', '/admin', '/user/api/nothing', '/ws'])(
    'returns 404 as problem details for %s',
    async (url) => {
      const response = await request(app).get(url)
      expect(response.status).toBe(404)
      expect(response.type).toBe('application/problem+json')
      expect(response.body).toMatchObject({ error: 'Not found', status: 404 })
    },
  )
})

describe('paths with product names', () => {
  // spec, otherwise: 0-s3
  it.each(['/copilot/api/org/live', '/copilot/api/github/oauth/login', '/github/api/teams'])(
    'return 404 by default: %s',
    async (url) => expect((await request(app).get(url)).status).toBe(404),
  )
})

describe('identity', () => {
  it('is issued to the target service only', async () => {
    const { body } = await request(app).get('/admin/api/banners')
    const token = body.headers[IDENTITY_HEADER]
    const identity = await createIdentityVerifier([SECRET], 'admin-review').verify(token)
    expect(identity).toEqual({ subject: 'developer', email: 'kim@acme.example', groups: ['admin'] })
    await expect(createIdentityVerifier([SECRET], 'projects').verify(token)).rejects.toMatchObject({
      code: 'misdirected',
    })
  })

  // spec, otherwise: 5-s8b 5-s9 8-r8
  it('contains the groups of the developer user', async () => {
    const { app: guests } = gatewayApp({ groups: ['guest'] })
    const admin = await request(guests).get('/admin/api/banners')
    expect(admin.status).toBe(403)
    expect(admin.body.error).toBe('Admin access required')
    const review = await request(guests).post('/review/api/tech-radar/update').send({})
    expect(review.body).toMatchObject({ status: 403, error: 'Reviewer access required' })
  })
})

describe('headers', () => {
  it('replaces headers that only the gateway sets and keeps the others', async () => {
    const { body } = await request(app)
      .get('/api/json')
      .set('x-landscape-identity', 'forged')
      .set('X_Forwarded_For', '203.0.113.9')
      .set('x-forwarded-for', '203.0.113.9')
      .set('x-forwarded-proto', 'https')
      .set('x-forwarded-host', 'evil.example')
      .set('forwarded', 'for=203.0.113.9')
      .set('x-original-url', '/admin/api/banners')
      .set('authorization', 'Bearer abc')
      .set('cookie', 'githubUserToken=1')
      .set('accept', 'text/csv')
      .set('x-request-id', 'abcd-1234')
    expect(body.headers).toMatchObject({
      accept: 'text/csv',
      'x-request-id': 'abcd-1234',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    })
    expect(body.headers['x-forwarded-for']).toMatch(/127\.0\.0\.1$/)
    for (const name of [
      'authorization',
      'forwarded',
      'x-original-url',
      'x_forwarded_for',
      'cookie',
    ]) {
      expect(body.headers).not.toHaveProperty(name)
    }
    expect(JSON.stringify(body)).not.toMatch(/forged|203\.0\.113|evil/)
  })

  it('forwards a valid trace id and replaces an invalid one', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceFor = async (given: string) => {
      const { body } = await request(app)
        .get('/api/v1/projects')
        .set({ traceparent: given, tracestate: 'a=b' })
      expect(body.headers).not.toHaveProperty('tracestate')
      const [, id, , flags] = String(body.headers.traceparent).split('-')
      expect(lines.filter((line) => line.includes(`"traceId":"${id}"`))).toHaveLength(1)
      return { id, flags }
    }
    expect(await traceFor(`00-${traceId}-00f067aa0ba902b7-01`)).toEqual({
      id: traceId,
      flags: '00',
    })
    const created = await traceFor(`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`)
    expect(created).toEqual({ id: expect.stringMatching(/^[\da-f]{32}$/), flags: '00' })
  })

  it('forwards cookies to the assistant service only', async () => {
    const get = (path: string) => request(app).get(path).set('cookie', 'githubUserToken=1')
    expect((await get('/assistant/api/teams')).body.headers.cookie).toBe('githubUserToken=1')
    expect((await get('/api/v1/projects')).body.headers.cookie).toBeUndefined()
  })

  it('omits x-powered-by', async () => {
    const { headers } = await request(app).get('/api/json')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('logs the prefix instead of the path', async () => {
    lines.length = 0
    await request(app).get('/api/v1/projects/Kim-Secret-Project?email=kim')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ route: '/api/v1/*', status: 200, method: 'GET' })
    expect(lines[0]).not.toContain('Secret')
  })
})
