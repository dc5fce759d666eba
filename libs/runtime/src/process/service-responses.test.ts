import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import request from 'supertest'
import { headerFor, captured, appWith, app } from './service-app.fixture.ts'

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

  it.each(['/api/things/one', '/api/me', '/livez'])(
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
