import { describe, expect, it } from '@jest/globals'
import { type Route, route } from '@landscape/http/route/route'
import { IDENTITY_HEADER, SERVICE_HEADER } from '../identity/identity-token.ts'
import request from 'supertest'
import { z } from 'zod'
import { signer, headerFor, routes, appWith, app } from './service-app.fixture.ts'

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

  it.each(['/api/things/lamp', '/api/me', '/livez'])(
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

describe('GET /readyz', () => {
  it('returns 200 for a service without checks', async () => {
    const response = await request(app).get('/readyz')
    expect(response.status).toBe(200)
  })
})
