import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { KIM, stored } from '../src/registry/project.fixture.ts'
import { as, at, project, PROJECTS, projectService, signed } from './project-service.ts'

const kim = await as('kim')
const service = () => projectService({ stored: [stored('Tide', KIM.email, [''])] })
const verbs = [
  ['post', PROJECTS],
  ['put', at('Tide')],
] as const

/** Sends raw bytes; expects that nothing is stored. */
async function send(
  [method, path]: (typeof verbs)[number],
  body: string,
  headers: Record<string, string> = kim,
  type = 'application/json',
) {
  const { app, text } = await service()
  const before = await text()
  const call = method === 'post' ? request(app).post(path) : request(app).put(path)
  const response = await call.set(headers).set('content-type', type).send(body)
  expect(await text()).toBe(before)
  return response
}

describe.each(verbs)('%s %s', (...verb) => {
  // spec: 4.1-r2b 4.1-r4c
  it('returns 401 before it reads the body', async () => {
    for (const body of ['{broken', '', JSON.stringify(project('Tide'))]) {
      const response = await send(verb, body, {})
      expect(response.status).toBe(401)
      expect(response.body).toMatchObject({
        message: 'Unauthorized',
        error: 'Missing authentication tokens',
      })
    }
    const elsewhere = await send(verb, '{}', { 'x-landscape-identity': 'a.b.c' })
    expect(elsewhere.status).toBe(401)
  })

  it('returns 401 for an identity without e-mail', async () => {
    const nobody = await signed({ subject: '1', email: ' ', groups: ['admin'] })
    const response = await send(verb, JSON.stringify(project('Tide')), nobody)
    expect(response.status).toBe(401)
    expect(response.body.error).toBe('Not authorized')
  })

  // spec, otherwise: 7-r5 4.1-r2a
  it('returns 400 for malformed JSON', async () => {
    for (const body of ['{"user":', '{user:1}', 'NaN', "{'a':1}", '{}x']) {
      const response = await send(verb, body)
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({
        error: 'Invalid JSON body',
        message: 'Invalid JSON body',
      })
    }
  })

  // spec: 4.1-r2c 4.1-r4e 7-r5
  // spec, otherwise: 2.1-r1a 2.1-r2a 2.1-r2b
  it.each([
    '',
    'null',
    'true',
    '0',
    '"x"',
    '[]',
    '[{"user":[]}]',
    '{}',
    '{"user":[{"email":""}]}',
    '{"details":[{"name":"x"}]}',
    '{"user":[],"details":[{"name":"x"}]}',
    '{"user":{"email":""},"details":[{"name":"x"}]}',
    '{"user":[{"email":""}],"details":[]}',
    '{"user":[{"email":""}],"details":[{"name":""}],"architecture":{"environments":1}}',
    '{"user":[{"email":""}],"details":[{"name":null}]}',
  ])('returns 406 for %j', async (body) => {
    const response = await send(verb, body)
    expect(response.status).toBe(406)
    expect(response.body).toMatchObject({
      error: 'Missing JSON data',
      message: 'Missing JSON data',
    })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'returns 406 for the content type %s',
    async (type) => {
      const response = await send(verb, JSON.stringify(project('New')), kim, type)
      expect(response.status).toBe(406)
      expect(response.body.error).toBe('Missing JSON data')
    },
  )

  it.each([
    ['text/plain', 'The Content-Type of the request is text/plain.'],
    [' ', 'The request has no Content-Type.'],
  ])('reports in the detail that the content type is not JSON: "%s"', async (type, detail) => {
    const response = await send(verb, JSON.stringify(project('New')), kim, type)
    expect([response.status, response.body.message]).toEqual([406, 'Missing JSON data'])
    expect(response.body.detail).toMatch(detail)
    expect(response.body.detail).toContain('"Content-Type: application/json"')
  })

  it('reports in the detail that the body is missing', async () => {
    const { app } = await service()
    const [method, path] = verb
    const { status, body } = await request(app)[method](path).set(kim)
    expect([status, body.error]).toEqual([406, 'Missing JSON data'])
    expect(body.detail).toMatch(/^The request has no body\./)
  })

  // spec, otherwise: 4.1-r4b
  it.each([
    ['[]', 'Invalid environments data: Must be a dictionary'],
    ['""', 'Invalid environments data: Must be a dictionary'],
    ['{"dev":1}', "Invalid environments data: 'dev' must be a boolean"],
    ['{"dev":true,"prod":0}', "Invalid environments data: 'int' must be a boolean"],
  ])('returns 400 for the environments %s', async (environments, error) => {
    const body = JSON.stringify(project('Tide')).replace(
      /}$/,
      `,"architecture":{"environments":${environments}}}`,
    )
    const response = await send(verb, body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ error, message: error })
  })

  it.each([
    ['a body of more than 512 KB', `{"user":"${'x'.repeat(512 * 1024)}"}`, 413],
    [
      'a record of more than 256 KB',
      JSON.stringify(project('Wind', { stage: 'x'.repeat(256 * 1024) })),
      413,
    ],
    ['a name of 8,000 characters', JSON.stringify(project('x'.repeat(8_000))), 400],
  ])('rejects %s', async (_case, body, status) => {
    const response = await send(verb, body)
    expect(response.status).toBe(status)
    expect(response.type).toBe('application/problem+json')
    expect(response.body.error).toEqual(expect.any(String))
  })
})

describe.each(['', '/Tide', '/Tide/history', '/filter?name=x'])(
  'GET /api/v1/projects%s',
  (path) => {
    // spec: 4.1-r1b 4.1-r3c 5-s2a
    // spec, otherwise: 1-r1b
    it('returns 401 without identity', async () => {
      const { app } = await service()
      expect((await request(app).get(`${PROJECTS}${path}`)).status).toBe(401)
    })
  },
)

describe('GET /api/v1/user', () => {
  it('returns 401 without identity, ignoring other headers', async () => {
    const { app } = await service()
    const response = await request(app)
      .get('/api/v1/user')
      .set('authorization', 'Bearer a.b.c')
      .set('x-amzn-oidc-data', 'a.b.c')
    expect(response.status).toBe(401)
  })
})
