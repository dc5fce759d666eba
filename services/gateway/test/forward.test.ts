import { once } from 'node:events'
import { get, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime'
import request from 'supertest'
import { closeServers, echoService, gatewayApp, listen, SECRET } from './gateway-fixture.ts'

let app: ReturnType<typeof gatewayApp>['app']
let lines: string[]
beforeAll(async () => {
  const names = ['projects', 'data', 'admin-review', 'assistant'] as const
  const urls = await Promise.all(names.map(async (name) => (await echoService(name)).url))
  const upstreams = Object.fromEntries(names.map((name, i) => [name, urls[i]!]))
  ;({ app, lines } = gatewayApp({ upstreams }))
})
afterAll(closeServers)

describe('an address that names an interface', () => {
  it.each(['fe80::1%a-b', '[fe80::1%a-b]:443', 'fe80::1%', '::ffff:192.0.2.1%x.y'])(
    'does not keep %s from an answer',
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
    'answers %s with 404 as JSON',
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
    'do not exist by default: %s',
    async (url) => expect((await request(app).get(url)).status).toBe(404),
  )
})

describe('identity', () => {
  it('signs the caller for the very service, and for nobody else', async () => {
    const { body } = await request(app).get('/admin/api/banners')
    const token = body.headers[IDENTITY_HEADER]
    const identity = await createIdentityVerifier([SECRET], 'admin-review').verify(token)
    expect(identity).toEqual({ subject: 'developer', email: 'kim@acme.example', groups: ['admin'] })
    await expect(createIdentityVerifier([SECRET], 'projects').verify(token)).rejects.toMatchObject({
      code: 'misdirected',
    })
  })

  // spec, otherwise: 5-s8b 5-s9 8-r8
  it('enforces the groups of the developer user', async () => {
    const { app: guests } = gatewayApp({ groups: ['guest'] })
    const admin = await request(guests).get('/admin/api/banners')
    expect(admin.status).toBe(403)
    expect(admin.body.error).toBe('Admin access required')
    const review = await request(guests).post('/review/api/tech-radar/update').send({})
    expect(review.body).toMatchObject({ status: 403, error: 'Reviewer access required' })
  })
})

describe('headers', () => {
  it('replaces what only the gateway may say and keeps the rest', async () => {
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

  it('says which trace a request belongs to, as its sender says where that can be', async () => {
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
    const made = await traceFor(`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`)
    expect(made).toEqual({ id: expect.stringMatching(/^[\da-f]{32}$/), flags: '00' })
  })

  it('hands cookies to the assistant service only', async () => {
    const ask = (path: string) => request(app).get(path).set('cookie', 'githubUserToken=1')
    expect((await ask('/assistant/api/teams')).body.headers.cookie).toBe('githubUserToken=1')
    expect((await ask('/api/v1/projects')).body.headers.cookie).toBeUndefined()
  })

  it('does not tell which software answers', async () => {
    const { headers } = await request(app).get('/api/json')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('logs the prefix, never the path', async () => {
    lines.length = 0
    await request(app).get('/api/v1/projects/Kim-Secret-Project?email=kim')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ route: '/api/v1/*', status: 200, method: 'GET' })
    expect(lines[0]).not.toContain('Secret')
  })
})

describe('an upstream in trouble', () => {
  it('answers 503 as JSON while it is down, for its prefix only', async () => {
    const data = await echoService('data')
    const { app } = gatewayApp({ upstreams: { data: data.url } })
    const down = await request(app).post('/api/v1/projects').send({ user: [] })
    expect(down.status).toBe(503)
    expect(down.headers['retry-after']).toBe('5')
    expect(down.body).toMatchObject({ error: 'The projects service is not available' })
    expect(down.text).not.toContain('ECONNREFUSED')
    expect((await request(app).get('/api/csv')).status).toBe(200)
  })

  it('answers 502 when it closes without an answer', async () => {
    const { url } = await listen((req) => req.socket.destroy())
    const response = await request(gatewayApp({ upstreams: { data: url } }).app).get('/api/csv')
    expect(response.status).toBe(502)
    expect(response.body).toMatchObject({ error: 'The data service did not respond' })
  })

  it('answers 502 when it is silent for too long, and is not asked a second time', async () => {
    let asked = 0
    const { url } = await listen(({ url: path }) => {
      if (path !== '/livez') asked++
    })
    const { app } = gatewayApp({
      upstreams: { data: url },
      upstreamLimits: { timeoutMs: 50, patienceMs: 0, maxInFlight: 10 },
    })
    expect((await request(app).get('/api/csv')).status).toBe(502)
    expect(asked).toBe(1)
  })

  it('cuts the connection when an answer breaks off, so that it is not taken for whole', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(200, { 'content-length': 1000 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const [answer] = await once(get(`${gateway.url}/api/csv`), 'response')
    answer.resume()
    const [error] = await once(answer, 'error')
    expect(error.code).toBe('ECONNRESET')
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
  })

  it('says nothing of an answer that breaks off before it began', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(200, { 'content-length': 10, 'set-cookie': 'a=1', etag: '"1"', vary: 'Cookie' })
      res.flushHeaders()
      setTimeout(() => res.destroy(), 20)
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const answer = await fetch(`${gateway.url}/api/csv`, { method: 'POST' })
    expect(answer.status).toBe(502)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ error: 'The data service did not respond' })
    expect(answer.headers.get('content-length')).toBe(String(text.length))
    for (const name of ['set-cookie', 'etag']) expect(answer.headers.has(name)).toBe(false)
    expect(answer.headers.get('vary')).toBe('Accept, Origin')
  })

  it('answers 413 of the upstream while the client still sends', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(413, { 'content-type': 'application/json', connection: 'close' })
      res.end('{"error":"Payload too large"}')
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const sending = httpRequest(`${gateway.url}/api/csv`, { method: 'POST' })
    sending.on('error', () => {})
    sending.write('x'.repeat(100_000))
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(413)
    sending.destroy()
  })
})

describe('streaming', () => {
  it('passes the beginning of an answer on before its end exists', async () => {
    const finish = Promise.withResolvers<void>()
    const { url } = await listen((_req, res) => {
      res.write('first')
      void finish.promise.then(() => res.end('last'))
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const answer = await fetch(`${gateway.url}/api/csv`)
    const reader = answer.body!.getReader()
    expect(String(Buffer.from((await reader.read()).value as Uint8Array))).toBe('first')
    finish.resolve()
    expect(String(Buffer.from((await reader.read()).value as Uint8Array))).toBe('last')
  })

  it('passes a large body on whole', async () => {
    const body = 'x'.repeat(5_000_000)
    const response = await request(app).post('/admin/api/banners').type('json').send(`"${body}"`)
    expect(response.body.body).toHaveLength(body.length + 2)
    expect(response.body.headers['content-length']).toBe(String(body.length + 2))
  })

  it('gives up at the upstream when the client leaves', async () => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { url } = await listen((_req, res) => {
      res.on('close', () => left.resolve())
      arrived.resolve()
    })
    const { app, lines } = gatewayApp({ upstreams: { data: url } })
    const gateway = await listen(app)
    const leaving = get(`${gateway.url}/api/csv`)
    leaving.on('error', () => {})
    await arrived.promise
    leaving.destroy()
    await left.promise
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    expect(lines.join('')).not.toContain('"level":"error"')
  })

  it('reuses connections to the upstream', async () => {
    const sockets = new Set<unknown>()
    const { url } = await listen((req, res) => {
      sockets.add(req.socket)
      res.end('{}')
    })
    const { app } = gatewayApp({ upstreams: { data: url } })
    for (let i = 0; i < 5; i++) await request(app).get('/api/csv')
    expect(sockets.size).toBe(1)
  })
})
