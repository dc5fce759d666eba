import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SIGN_IN_USERS, type Disturb } from '@landscape/dev/scm-host'
import request from 'supertest'
import { createHostFetch } from '../src/host/host-fetch.ts'
import { createHostProvider } from '../src/sign-in/host-provider.ts'
import { as, assistantService, FRONTEND, type Options } from './assistant-service.ts'
import { CLIENT, gitHubFor, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const providerFor = (timeoutMs = 5_000) =>
  createHostProvider({ ...CLIENT, webUrl: host.origin, fetch: createHostFetch(fetch), timeoutMs })
const serviceFor = (options: Options = {}) =>
  assistantService(
    { adminTeams: ['platform-engineering'] },
    { provider: providerFor(), source: gitHubFor(host).source, ...options },
  )
type Service = Awaited<ReturnType<typeof serviceFor>>

/** Follows the host's pages like a browser, and returns code and state. */
async function consent(
  { app }: Service,
  login: string = SIGN_IN_USERS.ordinary,
  decision = 'authorize',
) {
  const start = await request(app).get('/assistant/api/scm/oauth/login')
  const cookie = String(start.headers['set-cookie']![0]).split(';')[0]!
  const page = `${start.headers['location']}&login=${login}`
  expect((await fetch(page)).status).toBe(200)
  const body = new URLSearchParams({ decision })
  const back = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const address = new URL(back.headers.get('location')!)
  expect(address.origin).toBe(FRONTEND)
  return { cookie, page, ...Object.fromEntries(address.searchParams) } as {
    cookie: string
    page: string
    code: string
    state: string
    error?: string
  }
}
const exchange = ({ app }: Service, body: object, cookie: string) =>
  request(app).post('/assistant/api/scm/oauth/token').set('cookie', cookie).send(body)

describe('sign-in at the host', () => {
  it('gives access to the own teams and seats', async () => {
    const service = await serviceFor()
    const { cookie, code, state, page } = await consent(service)
    expect(Object.fromEntries(new URL(page).searchParams)).toMatchObject({
      client_id: CLIENT.clientId,
      redirect_uri: `${FRONTEND}/copilot/team`,
      scope: 'user:email read:org',
      code_challenge_method: 'S256',
    })
    const done = await exchange(service, { code, state }, cookie)
    expect(done.body).toEqual({ success: true })
    const session = String(done.headers['set-cookie']![0]).split(';')[0]!
    const get = async (path: string) =>
      request(service.app)
        .get(`/assistant/api${path}`)
        .set(await as('guest'))
        .set('cookie', session)
    const { body } = await get('/teams')
    expect(body.userTeamSlugs).toEqual(['harbour-systems', 'lighthouse', 'everyone'])
    expect(body.isAdmin).toBe(false)
    const seats = await get('/team/seats?teamSlug=lighthouse')
    expect(seats.body.map((s: { assignee: { id: number } }) => s.assignee.id)).toEqual([
      501, 502, 503,
    ])
    expect((await get('/team/seats?teamSlug=platform-engineering')).status).toBe(403)
    expect((await get('/seats')).status).toBe(403)
    expect(service.logs.join()).not.toMatch(/ghu_|ghs_/)
  })

  it('gives members of an admin team access to all seats', async () => {
    const service = await serviceFor()
    const { cookie, code, state } = await consent(service, SIGN_IN_USERS.admin)
    const done = await exchange(service, { code, state }, cookie)
    const session = String(done.headers['set-cookie']![0]).split(';')[0]!
    const seats = await request(service.app).get('/assistant/api/seats').set('cookie', session)
    expect(seats.body).toHaveLength(12)
  })

  it('returns without a code when the user cancels', async () => {
    const { error, code } = await consent(await serviceFor(), SIGN_IN_USERS.ordinary, 'cancel')
    expect([error, code]).toEqual(['access_denied', undefined])
  })

  it('rejects a code in another browser', async () => {
    const service = await serviceFor()
    const victim = await consent(service)
    const thief = await consent(service)
    const stolen = await exchange(service, { code: victim.code, state: thief.state }, thief.cookie)
    expect(stolen.status).toBe(400)
    expect(stolen.body.error).toBe('The code passed is incorrect or expired.')
    expect(stolen.headers['set-cookie']).toBeUndefined()
  })
})

describe('faults of the exchange', () => {
  const respond =
    (status: number, body: unknown): Disturb =>
    (_req, res) =>
      void res.status(status).send(body)

  it.each<[string, Disturb, number, string]>([
    [
      '200 with an error',
      respond(200, { error: 'bad_verification_code' }),
      400,
      'bad_verification_code',
    ],
    [
      '200 with a described error',
      respond(200, { error: 'x', error_description: 'The code passed is incorrect or expired.' }),
      400,
      'The code passed is incorrect or expired.',
    ],
    [
      'a description that repeats a token',
      respond(200, { error: 'x', error_description: 'Not ghu_abcdefghijklmnopqrstuvwxyz' }),
      400,
      'Not [redacted]',
    ],
    [
      'a description that repeats the client secret',
      respond(200, { error: 'x', error_description: 'Wrong the-client-secret' }),
      400,
      'Wrong [redacted]',
    ],
    ['200 without a token', respond(200, {}), 400, 'The source-control host returned no token'],
    [
      'a web page',
      respond(200, '<html>ghu_abcdefghijklmnopqrstuvwxyz'),
      500,
      'Internal Server Error',
    ],
    [
      'status 503 with a token',
      respond(503, { access_token: 'ghu_abcdefghijklmnopqrstuvwxyz' }),
      500,
      'Internal Server Error',
    ],
    [
      'status 403 with a token',
      respond(403, { access_token: 'ghu_abcdefghijklmnopqrstuvwxyz' }),
      500,
      'Internal Server Error',
    ],
    ['too many calls', respond(429, {}), 429, 'Too many sign-ins. Please try again later.'],
    ['status 502', respond(502, 'bad gateway'), 500, 'Internal Server Error'],
    [
      'a token with a line break',
      respond(200, { access_token: 'a\r\nset-cookie: b=c' }),
      500,
      'Internal Server Error',
    ],
    [
      'a token that is not a string',
      respond(200, { access_token: {} }),
      500,
      'Internal Server Error',
    ],
    ['a body over the limit', respond(200, 'x'.repeat(70_000)), 500, 'Internal Server Error'],
    ['a redirect', (_req, res) => res.redirect('/'), 500, 'Internal Server Error'],
    ['a closed connection', (req) => void req.socket.destroy(), 500, 'Internal Server Error'],
  ])('set no cookie after %s', async (_what, handler, status, error) => {
    const service = await serviceFor()
    const { cookie, code, state } = await consent(service)
    host.disturb(/access_token/, handler)
    const response = await exchange(service, { code, state }, cookie)
    expect(response.status).toBe(status)
    expect(response.body.error).toBe(error)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.text + service.logs.join()).not.toMatch(/ghu_|the-client-secret/)
  })

  it('pass on the retry-after of the host', async () => {
    const service = await serviceFor()
    const { cookie, code, state } = await consent(service)
    host.disturb(/access_token/, (_req, res) => void res.status(429).set('retry-after', '30').end())
    const response = await exchange(service, { code, state }, cookie)
    expect([response.status, response.headers['retry-after']]).toEqual([429, '30'])
  })

  it('time out when the host sends slowly', async () => {
    const service = await serviceFor({ provider: providerFor(100) })
    const { cookie, code, state } = await consent(service)
    host.disturb(/access_token/, (_req, res) => {
      res.write('{')
      const drip = setInterval(() => res.write(' '), 20)
      res.once('close', () => clearInterval(drip))
    })
    const response = await exchange(service, { code, state }, cookie)
    expect(response.status).toBe(500)
  })
})

describe('a token that the host rejects', () => {
  it.each(['/teams', '/admin/status', '/teams/historic', '/team/seats?teamSlug=everyone'])(
    'causes a 401 at %s',
    async (path) => {
      const { app } = await serviceFor()
      const response = await request(app)
        .get(`/assistant/api${path}`)
        .set(await as('guest'))
        .set('cookie', `githubUserToken=ghu_${'0'.repeat(36)}`)
      expect(response.status).toBe(401)
      expect(response.body.error).toBe('Invalid scm user token')
    },
  )
})

describe('an unavailable host', () => {
  it('causes a 500, or the last response with its age', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    const { app } = await serviceFor({ source })
    const headers = await as('admin')
    const get = () => request(app).get('/assistant/api/seats').set(headers)
    host.disturb(/seats/, failWith(500), 2)
    const down = await get()
    expect(down.status).toBe(500)
    expect(down.body.error).toBe('Unable to load seats. Please try again later.')
    time += 6_000
    expect((await get()).status).toBe(200)
    host.disturb(/seats/, failWith(500))
    time += 600_000
    const stale = await get()
    expect(stale.status).toBe(200)
    expect(stale.body).toHaveLength(12)
    expect(stale.headers['age']).toBe('600')
    expect(stale.headers['warning']).toBe('110 - "Response is Stale"')
  })
})

function failWith(status: number): Disturb {
  return (_req, res) => void res.status(status).send('x')
}
