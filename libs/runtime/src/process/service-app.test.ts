import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts'
import { type Route, reply, createBeginRequest, route } from '@landscape/http'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
  SERVICE_HEADER,
} from '../identity/identity-token.ts'
import { createLogger } from '../logging/create-logger.ts'
import request from 'supertest'
import { z } from 'zod'
import { serviceApp } from './service-app.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const signer = createIdentitySigner(SECRET)
const headerFor = async (...groups: string[]) => ({
  [IDENTITY_HEADER]: await signer.sign({ subject: '1', email: 'kim@acme.example', groups }, 'test'),
})

const routes: Route[] = [
  route({
    method: 'post',
    path: '/admin/api/toggle',
    summary: 'Toggle',
    access: { anyGroup: ['admin'] },
    body: z.looseObject({ index: z.int('Invalid banner index') }, 'Invalid banner index'),
    bodySize: 'document',
    reply: z.object({ index: z.int(), by: z.string() }),
    handle: ({ body, identity }) => ({ index: body.index, by: identity.email }),
  }),
  route({
    method: 'get',
    path: '/api/things/:name',
    summary: 'Get a thing',
    access: 'public',
    params: z.object({ name: z.string() }),
    reply: z.unknown(),
    conditional: 'read',
    codes: ['not-found'],
    handle: ({ params }) => {
      if (params.name === 'none') throw new DomainError('not-found', 'No such thing')
      if (params.name === 'down')
        throw new DomainError('unavailable', 'Unavailable', { retryAfter: 3 })
      if (params.name === 'failed') throw new DomainError('failed', 'Unable to load it')
      if (params.name === 'bug') throw new TypeError('secret internals of kim@acme.example')
      return reply(200, { name: params.name }, { etag: '"1"' })
    },
  }),
  route({
    method: 'get',
    path: '/api/me',
    summary: 'Get the caller',
    access: 'optional',
    reply: z.unknown(),
    handle: ({ identity }) => ({ email: identity?.email ?? null }),
  }),
]

function captured() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, logger: createLogger({ service: 'test', level: 'info', destination }) }
}

function appWith(list = routes, ownHost?: string) {
  const { lines, logger } = captured()
  const app = serviceApp({
    title: 'Test',
    routes: list,
    identity: createIdentityVerifier([SECRET], 'test'),
    logger,
    health: { checks: {}, isDraining: () => false },
    ownHost,
    bodyLimit: 1_000_000,
    checkReplies: true,
  })
  return { app, lines }
}
const { app } = appWith()

describe('a request addressed to another service', () => {
  const kim = { subject: '1', email: 'kim@acme.example', groups: ['admin'] }

  it.each(['/api/things/one', '/api/none', '/livez'])('returns 421 for %s', async (path) => {
    const response = await request(app).get(path).set(SERVICE_HEADER, 'other')
    expect(response.status).toBe(421)
    expect(response.type).toBe('application/problem+json')
    expect(response.body.error).toBe('This request is meant for another service')
    expect((await request(app).get(path).set(SERVICE_HEADER, 'test')).status).not.toBe(421)
  })

  it.each(['/api/things/one', '/api/none', '/api/me'])(
    'returns 421 for %s with an identity issued to another service',
    async (path) => {
      const token = await signer.sign(kim, 'other')
      expect((await request(app).get(path).set(IDENTITY_HEADER, token)).status).toBe(421)
    },
  )

  it('calls no handler', async () => {
    let handled = 0
    const edit = route({
      method: 'post',
      path: '/api/edit',
      summary: 'Edit',
      access: 'public',
      reply: z.unknown(),
      handle: () => ({ handled: ++handled }),
    })
    const { app } = appWith([edit])
    await request(app).post('/api/edit').set(SERVICE_HEADER, 'other')
    expect(handled).toBe(0)
    await request(app).post('/api/edit')
    expect(handled).toBe(1)
  })
})

describe('a request with a foreign Host name', () => {
  const get = (host: string, path: string, ownHost?: string) =>
    request(appWith(routes, ownHost).app).get(path).set('host', host)

  it.each(['/api/things/lamp', '/api/me', '/livez', '/openapi.json'])(
    'returns 403 for %s in development mode',
    async (path) => {
      expect((await get('rebound.example:5003', path, '127.0.0.1')).status).toBe(403)
    },
  )

  it.each(['localhost:5003', '127.0.0.1:5003', '[::1]:5003', 'data', 'box.example'])(
    'is not recognised in the own name %s',
    async (host) => {
      expect((await get(host, '/api/things/lamp', 'box.example')).status).toBe(200)
    },
  )

  it('is served in production', async () => {
    expect((await get('landscape.example', '/api/things/lamp')).status).toBe(200)
  })
})

describe('the access of a route', () => {
  it('returns 401 before it reads the body', async () => {
    const response = await request(app)
      .post('/admin/api/toggle')
      .set('content-type', 'application/json')
      .send('{broken')
    expect(response.status).toBe(401)
    expect(response.body).toMatchObject({
      error: 'Missing authentication tokens',
      message: 'Unauthorized',
      status: 401,
    })
  })

  it('returns 403 without the group before it reads the body', async () => {
    const response = await request(app)
      .post('/admin/api/toggle')
      .set(await headerFor('reviewer'))
      .set('content-type', 'application/json')
      .send('{broken')
    expect(response.status).toBe(403)
    expect(response.body.error).toBe('Admin access required')
  })

  it('passes the identity to the handler', async () => {
    const response = await request(app)
      .post('/admin/api/toggle')
      .set(await headerFor('Admin'))
      .send({ index: 4 })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ index: 4, by: 'kim@acme.example' })
  })

  it('returns 401 for a forged identity when identity is optional', async () => {
    expect((await request(app).get('/api/me')).body).toEqual({ email: null })
    const forged = await request(app).get('/api/me').set(IDENTITY_HEADER, 'a.b.c')
    expect(forged.status).toBe(401)
  })

  it('throws at the start for a route without an access level', () => {
    const undeclared = { ...routes[0], access: undefined } as unknown as Route
    expect(() => appWith([undeclared])).toThrow('POST /admin/api/toggle declares no access level')
  })
})

describe('request bodies', () => {
  const post = async (body: string | Buffer, type = 'application/json') =>
    request(app)
      .post('/admin/api/toggle')
      .set(await headerFor('admin'))
      .set('content-type', type)
      .send(body)

  it.each([
    ['broken JSON', '{"index":', 400, 'Invalid JSON body'],
    ['a wrong field', '{"index":1.5}', 400, 'Invalid banner index'],
    ['null', 'null', 400, 'Invalid banner index'],
    ['no body', '', 400, 'Invalid banner index'],
    ['deep nesting', '['.repeat(5000) + ']'.repeat(5000), 400, 'JSON is nested too deeply'],
    ['very many values', `[${'1,'.repeat(300_000)}1]`, 400, 'JSON has too many values'],
    ['a prototype key', '{"index":1,"__proto__":{"x":1}}', 400, 'Key not allowed'],
    ['a constructor key', '{"index":1,"a":{"constructor":1}}', 400, 'Key not allowed'],
    ['a number outside the supported range', '{"index":1,"a":[1e999]}', 400, 'Number out of range'],
    ['an unpaired surrogate', '{"index":1,"a":"\\ud800"}', 400, 'Text is not valid Unicode'],
    ['too many bytes', `"${'x'.repeat(1_000_001)}"`, 413, 'Payload too large'],
  ])('rejects %s', async (_case, body, status, error) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(response.type).toBe('application/problem+json')
    expect(response.body).toMatchObject({ status, error, detail: error })
  })

  it('returns 415 for a content type other than JSON', async () => {
    expect((await post('index=1', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post('{"index":1}', 'text/plain')).status).toBe(415)
  })
})

describe('error responses', () => {
  // spec: 7-s1
  // spec, otherwise: 7-r7a
  it.each([
    ['/api/things/none', 404, 'No such thing'],
    ['/api/nothing', 404, 'Not found'],
    ['/api/things/%ff', 400, 'Bad request'],
    ['/api/things/down', 503, 'Unavailable'],
  ])('returns for %s a %d as problem details', async (path, status, error) => {
    const response = await request(app).get(path)
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject({ status, error, title: expect.any(String) })
    expect(response.body.requestId).toBe(response.headers['x-request-id'])
  })

  it.each(['/api/things/one', '/api/me', '/openapi.json', '/livez'])(
    'have no members in common with the successful response of %s',
    async (path) => {
      const { status, type, body } = await request(app).get(path)
      expect([status, type]).toEqual([200, 'application/json'])
      for (const member of ['type', 'title', 'detail', 'error', 'errors', 'requestId']) {
        expect(body).not.toHaveProperty(member)
      }
    },
  )

  it('carry Retry-After when the error has one', async () => {
    const response = await request(app).get('/api/things/down')
    expect(response.headers['retry-after']).toBe('3')
  })

  it('carry the message of a failure written for the caller, with status 500', async () => {
    const response = await request(app).get('/api/things/failed')
    expect(response.status).toBe(500)
    expect(response.body.error).toBe('Unable to load it')
  })

  // spec: 7-r7a
  it('hide an unknown error, which is logged without personal data', async () => {
    const { app, lines } = appWith()
    const response = await request(app).get('/api/things/bug')
    expect(response.status).toBe(500)
    expect(response.text).not.toContain('secret internals')
    const line = lines.find((text) => text.includes('secret internals'))
    expect(line).toContain(response.headers['x-request-id'])
    expect(line).not.toContain('kim@')
    expect(lines.join('')).not.toContain('"level":"fatal"')
    expect((await request(app).get('/api/things/lamp')).status).toBe(200)
  })

  it('list the methods of a known path with status 405', async () => {
    const response = await request(app).delete('/api/things/x')
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, HEAD')
  })
})

describe('request ids', () => {
  it('are echoed when well-formed, replaced when malformed and logged with the route', async () => {
    const { app, lines } = appWith()
    const kept = await request(app).get('/api/things/Tide').set('x-request-id', 'abc-12345')
    expect(kept.headers['x-request-id']).toBe('abc-12345')
    const replaced = await request(app).get('/api/things/Tide').set('x-request-id', 'a b')
    expect(replaced.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      requestId: 'abc-12345',
      route: '/api/things/:name',
      status: 200,
    })
    expect(lines[0]).not.toContain('Tide')
  })

  it('are logged for an unknown path but not for a probe', async () => {
    const { app, lines } = appWith()
    await request(app).get('/readyz')
    await request(app).get('/livez')
    await request(app).get('/nowhere')
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([404])
  })

  it('are not logged for a probe outside the router', async () => {
    const { lines, logger } = captured()
    const begin = createBeginRequest({ logger })
    const server = createServer((req, res) => {
      begin(req, res, () => res.end())
    })
    await request(server).get('/readyz')
    await request(server).get('/other')
    expect(lines).toHaveLength(1)
  })
})

describe('a path parameter', () => {
  it('is decoded once, including slashes', async () => {
    const response = await request(app).get('/api/things/a%2Fb%2525')
    expect(response.body).toEqual({ name: 'a/b%25' })
  })
})

describe('HEAD /api/things/:name', () => {
  it('returns the headers of GET without a body', async () => {
    const response = await request(app).head('/api/things/x')
    expect(response.status).toBe(200)
    expect(response.headers['content-length']).toBe('12')
    expect(response.text).toBeUndefined()
  })
})

describe('GET /openapi.json', () => {
  it('describes exactly the routes of the service', async () => {
    const { body } = await request(app).get('/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`).sort(),
    )
  })
})

describe('GET /readyz', () => {
  it('returns 200 for a service without checks', async () => {
    const response = await request(app).get('/readyz')
    expect(response.status).toBe(200)
  })
})
