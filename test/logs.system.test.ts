import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SERVICE_NAMES } from '../tools/start/plan.ts'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'

const PERSON = { email: 'marker.person@private.example', groups: ['admin', 'reviewer'] }
const COOKIE = 'ghu_MarkerCookie0123456789abcdefghij'
const OTHER_EMAIL = 'marker.colleague@private.example'
const OAUTH_CODE = 'MarkerOauthCode0123456789'
const GETS = [
  '/api/health',
  '/api/csv',
  '/api/json',
  '/api/tech-radar/json',
  '/api/directorates/json',
  '/api/repository/project/json?repositories=none',
  '/api/banners/all',
  '/api/v1/projects',
  '/admin/api/banners',
  '/admin/api/array-data',
  '/admin/api/tech-radar',
  '/assistant/api/org/live',
  '/assistant/api/org/historic',
  '/assistant/api/teams/historic',
  '/assistant/api/seats',
  '/assistant/api/teams',
  '/assistant/api/team/seats?teamSlug=x',
  '/assistant/api/scm/oauth/login',
  '/user/api/info',
  '/readyz',
]
const POSTS = [
  '/api/v1/projects',
  '/admin/api/banners',
  '/admin/api/banners/update',
  '/admin/api/banners/toggle',
  '/admin/api/banners/delete',
  '/admin/api/array-data/update',
  '/admin/api/tech-radar/update',
  '/admin/api/normalise/technology',
  '/review/api/tech-radar/update',
  '/assistant/api/scm/oauth/token',
  '/user/api/logout',
]

let production: Production
let client: Client
beforeAll(async () => {
  production = await startProduction({
    env: { LOG_LEVEL: 'trace', DEV_USER_EMAIL: PERSON.email, UPSTREAM_RESTART_SECONDS: '0' },
  })
  client = createClient(production.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await production?.stop()
})

const allOutput = () => SERVICE_NAMES.map((name) => production.output(name)).join('')

/** Waits for a log line of a service with this request id. */
async function untilLogged(service: (typeof SERVICE_NAMES)[number], requestId: string) {
  for (;;) {
    const line = production
      .output(service)
      .split('\n')
      .find((text) => text.includes(requestId) && text.includes('"msg":"request"'))
    if (line !== undefined) return JSON.parse(line) as Record<string, unknown>
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe('logs', () => {
  it('have the request id of the client in the gateway and the service', async () => {
    const requestId = 'client-chosen-0001'
    const response = await client.get('/api/banners', { 'x-request-id': requestId })
    expect(response.headers['x-request-id']).toBe(requestId)
    for (const service of ['gateway', 'data'] as const) {
      expect(await untilLogged(service, requestId)).toMatchObject({
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service,
        requestId,
        method: 'GET',
        status: 200,
        route: expect.stringContaining('/api'),
        ms: expect.any(Number),
      })
    }
  })

  it('have the trace of an edit in each process and in the line of the change', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const response = await client.post(
      '/admin/api/banners/update',
      { message: 'Tonight', pages: ['radar'] },
      {
        ...production.issuer.headersFor(PERSON),
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
    )
    expect(response.status).toBe(200)
    expect(await untilLogged('gateway', traceId)).toMatchObject({ traceId, status: 200 })
    const { requestId } = await untilLogged('admin-review', traceId)
    expect(requestId).toBe(response.headers['x-request-id'])
    const lines = production.output('admin-review').split('\n')
    const changed = lines.find(
      (line) => line.includes(traceId) && line.includes('"document changed"'),
    )
    expect(JSON.parse(changed ?? '{}')).toMatchObject({ traceId, document: 'main/messages.json' })
  })

  it('have the trace id of an error response', async () => {
    const { headers, ...response } = await client.get('/api/v1/projects/nothing')
    const { traceId, requestId } = response.json() as Record<string, string>
    expect(traceId).toMatch(/^[\da-f]{32}$/)
    expect(requestId).toBe(headers['x-request-id'])
    expect(await untilLogged('gateway', traceId!)).toMatchObject({ traceId, requestId })
  })

  it('replace a malformed request id', async () => {
    const response = await client.get('/api/banners', { 'x-request-id': 'marker "quoted" <id>' })
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('contain no token, cookie or e-mail after every kind of request', async () => {
    const { issuer } = production
    const valid = issuer.headersFor(PERSON)
    const expired = { authorization: issuer.idToken(PERSON, { exp: 1 }) }
    const cookie = `githubUserToken=${COOKIE}; other=${COOKIE}`
    const everyHeader = { ...valid, cookie, 'x-user-email': PERSON.email, referer: OTHER_EMAIL }
    const body = {
      user: [{ email: OTHER_EMAIL, roles: [], grade: '' }],
      details: [{ name: OTHER_EMAIL }],
      message: OTHER_EMAIL,
      pages: ['radar'],
      code: OAUTH_CODE,
      token: COOKIE,
    }
    const query = `?email=${OTHER_EMAIL}&token=${COOKIE}&code=${OAUTH_CODE}&state=${OAUTH_CODE}`
    for (const path of GETS) {
      for (const headers of [everyHeader, expired, { authorization: `Bearer ${COOKIE}`, cookie }]) {
        await client.get(path, headers)
      }
      await client.get(path.split('?')[0] + query, everyHeader)
      await client.get(`${path.split('?')[0]}/${OTHER_EMAIL}`, everyHeader)
    }
    for (const path of POSTS) {
      await client.post(path, body, everyHeader)
      await client.send('POST', path, `{"email":"${OTHER_EMAIL}","token":"${COOKIE}`, everyHeader)
      await client.post(path + query, body, expired)
    }
    await client.put(`/api/v1/projects/${OTHER_EMAIL}`, body, everyHeader)
    await client.put(`/api/v1/projects/%zz${OTHER_EMAIL}`, body, everyHeader)
    await production.kill('data')
    await client.get(`/api/csv${query}`, everyHeader)
    for (const service of ['gateway', 'projects', 'admin-review', 'assistant'] as const) {
      expect(await production.terminate(service)).toBe(0)
    }

    const output = allOutput()
    expect(output.match(/"msg":"request"/g)?.length).toBeGreaterThan(200)
    const secrets = [
      PERSON.email,
      'marker.person',
      OTHER_EMAIL,
      'marker.colleague',
      encodeURIComponent(OTHER_EMAIL),
      COOKIE,
      OAUTH_CODE,
      production.internalTokenSecret,
      ...Object.values({ ...valid, expired: expired.authorization }).flatMap((token) => [
        token,
        // Signature and claims must not be logged separately.
        ...token.split('.').filter((part) => part.length > 20),
      ]),
    ]
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([])
    expect(output).not.toMatch(/[\w.+-]+@[\w-]+\.example/)
    expect(output).not.toMatch(/\beyJ[\w-]+\./)
    // No request error reached the global handlers.
    expect(output).not.toContain('"level":"fatal"')
    for (const line of output.split('\n').filter((text) => text !== '')) {
      expect(() => JSON.parse(line)).not.toThrow()
    }
  }, 120_000)
})
