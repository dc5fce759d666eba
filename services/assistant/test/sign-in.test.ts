import { describe, expect, it } from '@jest/globals'
import type { RequestListener } from 'node:http'
import request from 'supertest'
import {
  createUnconfiguredProvider,
  type ExchangeRequest,
  type OAuthProvider,
} from '../src/sign-in/provider.ts'
import { challengeOf } from '../src/sign-in/sign-in.ts'
import { assistantService, FRONTEND } from './assistant-service.ts'

const TOKEN = 'ghu_sample1234567890123456'

function fakeProvider() {
  const exchanged: ExchangeRequest[] = []
  const provider: OAuthProvider = {
    authorizeUrl: ({ redirectUri, state, codeChallenge = '' }) =>
      `https://scm.example/authorize?${String(new URLSearchParams({ redirectUri, state, codeChallenge }))}`,
    async exchange(request) {
      exchanged.push(request)
      return TOKEN
    },
  }
  return { provider, exchanged }
}

const login = async (app: RequestListener, query = '') => {
  const response = await request(app).get(`/assistant/api/scm/oauth/login${query}`)
  const [setCookie = ''] = response.headers['set-cookie'] as unknown as string[]
  return {
    response,
    parameters: Object.fromEntries(new URL(response.headers['location']!).searchParams),
    setCookie,
    cookie: setCookie.slice(0, setCookie.indexOf(';')),
  }
}
const token = (app: RequestListener, body: object, cookie = '') =>
  request(app).post('/assistant/api/scm/oauth/token').set('cookie', cookie).send(body)

describe('GET /assistant/api/scm/oauth/login', () => {
  // spec: 4.5-r8 1-s9f
  it('redirects with a state, a challenge and an HttpOnly cookie', async () => {
    const { app } = await assistantService({}, fakeProvider())
    const first = await login(app)
    expect(first.response.status).toBe(302)
    expect(first.parameters['redirectUri']).toBe(`${FRONTEND}/copilot/team`)
    expect(first.parameters['state']).toMatch(/^[\w-]{43}$/)
    expect(first.parameters['codeChallenge']).toMatch(/^[\w-]{43}$/)
    expect(first.setCookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(first.setCookie).not.toContain(first.parameters['state'])
    expect((await login(app)).parameters['state']).not.toBe(first.parameters['state'])
  })

  it('passes on state, challenge and path of the client', async () => {
    const { app } = await assistantService({}, fakeProvider())
    const challenge = challengeOf('v'.repeat(43))
    const { parameters } = await login(
      app,
      `?state=client-state&code_challenge=${challenge}&code_challenge_method=S256&redirectPath=/reports`,
    )
    expect(parameters).toEqual({
      redirectUri: `${FRONTEND}/reports`,
      state: 'client-state',
      codeChallenge: challenge,
    })
  })

  it('replaces a path outside the web client by the default', async () => {
    const { app } = await assistantService({}, fakeProvider())
    const { parameters } = await login(app, '?redirectPath=//evil.example')
    expect(parameters['redirectUri']).toBe(`${FRONTEND}/copilot/team`)
  })

  // spec, otherwise: 4.5-r8
  it.each([
    '?state=a',
    '?state=a&state=b',
    '?code_challenge=short',
    '?code_challenge_method=plain',
  ])('returns 400 for %s', async (query) => {
    const { app } = await assistantService({}, fakeProvider())
    const response = await request(app).get(`/assistant/api/scm/oauth/login${query}`)
    expect(response.status).toBe(400)
  })

  it('returns 503 with the missing settings', async () => {
    const provider = createUnconfiguredProvider(['SCM_APP_CLIENT_ID'])
    const { app } = await assistantService({}, { provider })
    const response = await request(app).get('/assistant/api/scm/oauth/login')
    expect(response.status).toBe(503)
    expect(response.body.error).toBe('Not configured: SCM_APP_CLIENT_ID')
  })
})

describe('POST /assistant/api/scm/oauth/token', () => {
  // spec: 4.5-r7 1-s9e
  it('sets a sealed cookie without exposing the token', async () => {
    const { provider, exchanged } = fakeProvider()
    const { app, logs, seals } = await assistantService({}, { provider })
    const { parameters, cookie } = await login(app)
    const response = await token(app, { code: 'abc', state: parameters['state'] }, cookie)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true })
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^githubUserToken=[\w.-]+; Max-Age=10800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(/^scmSignIn=; Max-Age=0/),
    ])
    const [carried] = response.headers['set-cookie'] as unknown as string[]
    expect(carried).not.toContain(TOKEN)
    const sealed = carried!.slice(carried!.indexOf('=') + 1, carried!.indexOf(';'))
    expect(await seals.userToken.open(sealed)).toMatchObject({ content: TOKEN })
    expect(exchanged).toHaveLength(1)
    expect(exchanged[0]).toMatchObject({ code: 'abc', redirectUri: `${FRONTEND}/copilot/team` })
    expect(challengeOf(exchanged[0]!.codeVerifier!)).toBe(parameters['codeChallenge'])
    expect(logs.join('')).not.toContain(TOKEN)
  })

  it('accepts the code without state when PKCE is used', async () => {
    const { app } = await assistantService({}, fakeProvider())
    const { cookie } = await login(app)
    expect((await token(app, { code: 'abc' }, cookie)).status).toBe(200)
  })

  it('accepts the code verifier of the client', async () => {
    const { provider, exchanged } = fakeProvider()
    const { app } = await assistantService({}, { provider })
    const codeVerifier = 'v'.repeat(43)
    const { cookie } = await login(app, `?code_challenge=${challengeOf(codeVerifier)}`)
    expect((await token(app, { code: 'abc', codeVerifier }, cookie)).status).toBe(200)
    expect(exchanged[0]).toMatchObject({ codeVerifier })
  })

  // spec, otherwise: 4.5-r7
  it.each([
    ['no code', {}, 'Missing code', '/code'],
    ['an empty code', { code: '' }, 'Missing code', '/code'],
    ['a code that is not a string', { code: { a: 1 } }, 'Missing code', '/code'],
    ['an array', [], 'Missing code', ''],
    ['neither state nor cookie', { code: 'abc' }, 'Missing state', '/state'],
    [
      'a verifier without a cookie',
      { code: 'abc', codeVerifier: 'v'.repeat(43) },
      'Missing state',
      '/state',
    ],
    ['a state without a cookie', { code: 'abc', state: 'some-state' }, 'Invalid state', '/state'],
  ])('returns 400 for %s', async (_what, body, error, pointer) => {
    const { provider, exchanged } = fakeProvider()
    const { app } = await assistantService({}, { provider })
    const response = await token(app, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(response.body.errors).toMatchObject([{ pointer }])
    expect(exchanged).toEqual([])
  })

  it('rejects the state of another browser, an altered cookie and an expired sign-in', async () => {
    const { provider, exchanged } = fakeProvider()
    let time = Date.parse('2026-06-01T00:00:00Z')
    const { app } = await assistantService({}, { provider, now: () => time })
    const mine = await login(app)
    const other = await login(app)
    const attempt = (state: string | undefined, cookie: string) =>
      token(app, { code: 'abc', state }, cookie)
    const at = mine.cookie.length - 30
    const altered =
      mine.cookie.slice(0, at) + (mine.cookie[at] === 'A' ? 'B' : 'A') + mine.cookie.slice(at + 1)
    expect((await attempt(other.parameters['state'], mine.cookie)).status).toBe(400)
    expect((await attempt(mine.parameters['state'], altered)).status).toBe(400)
    time += 600_000
    expect((await attempt(mine.parameters['state'], mine.cookie)).status).toBe(400)
    expect(exchanged).toEqual([])
  })

  it('finishes a sign-in once across concurrent replicas', async () => {
    const { provider } = fakeProvider()
    const one = await assistantService({}, { provider })
    const two = await assistantService({}, { provider, store: one.store })
    const { parameters, cookie } = await login(one.app)
    const body = { code: 'abc', state: parameters['state'] }
    const responses = await Promise.all([one, two, one, two].map((s) => token(s.app, body, cookie)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400,
    ])
    expect(responses.filter(({ headers }) => 'set-cookie' in headers)).toHaveLength(1)
  })

  it('sends no code of a finished sign-in to the host', async () => {
    const { provider, exchanged } = fakeProvider()
    const one = await assistantService({}, { provider })
    const two = await assistantService({}, { provider, store: one.store })
    const { parameters, cookie } = await login(one.app)
    const body = { code: 'abc', state: parameters['state'] }
    expect((await token(one.app, body, cookie)).status).toBe(200)
    for (const { app } of [one, two]) {
      const again = await token(app, { ...body, code: 'another' }, cookie)
      expect([again.status, again.body.error]).toEqual([400, 'Invalid state'])
    }
    expect(exchanged).toHaveLength(1)
  })

  it('keeps a sign-in pending when the host rejects the code', async () => {
    const { app, documents } = await assistantService()
    const { parameters, cookie } = await login(app)
    const wrong = await token(app, { code: 'wrong', state: parameters['state'] }, cookie)
    expect(wrong.status).toBe(400)
    expect(await documents.usedStates.read()).toBeUndefined()
    const right = { code: parameters['code'], state: parameters['state'] }
    expect((await token(app, right, cookie)).status).toBe(200)
  })

  it('keeps sign-ins with the same state independent', async () => {
    const { provider, exchanged } = fakeProvider()
    const { app } = await assistantService({}, { provider })
    const [one, two] = [
      await login(app, '?state=client-state'),
      await login(app, '?state=client-state'),
    ]
    const body = { code: 'abc', state: 'client-state' }
    expect((await token(app, body, one.cookie)).status).toBe(200)
    expect((await token(app, body, two.cookie)).status).toBe(200)
    const rewritten = `${one.cookie}==`
    expect((await token(app, body, rewritten)).status).toBe(400)
    expect(exchanged).toHaveLength(2)
  })

  it('finishes a sign-in on another replica', async () => {
    const { provider } = fakeProvider()
    const one = await assistantService({}, { provider })
    const two = await assistantService({}, { provider, store: one.store })
    const { parameters, cookie } = await login(one.app)
    expect((await token(two.app, { code: 'abc', state: parameters['state'] }, cookie)).status).toBe(
      200,
    )
  })

  it('signs in the sample user without a host', async () => {
    const { app } = await assistantService()
    const { parameters, cookie } = await login(app)
    const good = await token(app, { code: parameters['code'], state: parameters['state'] }, cookie)
    expect(good.status).toBe(200)
    const again = await login(app)
    const wrong = await token(
      app,
      { code: 'wrong', state: again.parameters['state'] },
      again.cookie,
    )
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toBe('The code passed is incorrect or expired.')
  })
})

describe('POST /assistant/api/scm/oauth/logout', () => {
  it('removes the session cookies under both names', async () => {
    const { app } = await assistantService()
    const response = await request(app).post('/assistant/api/scm/oauth/logout')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true })
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^githubUserToken=; Max-Age=0/),
      expect.stringMatching(/^scmUserToken=; Max-Age=0/),
    ])
  })
})
