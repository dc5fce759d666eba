import { describe, expect, it } from '@jest/globals'
import { JwksNotAvailableInCacheError, JwtExpiredError } from 'aws-jwt-verify/error'
import request from 'supertest'
import { identifyByToken } from '../src/auth/by-token.ts'
import { prefixesWith } from '../src/proxy/prefixes.ts'
import { gatewayApp } from './gateway-fixture.ts'

describe('GET /user/api/info', () => {
  // spec: 5-s8a 1-s10a 1-r6a 5-s8b
  it('answers the developer user in development mode', async () => {
    const { app } = gatewayApp({ groups: ['Admin', 'reviewer'] })
    const response = await request(app).get('/user/api/info')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'User information retrieved successfully (local dev mode)',
      user: { email: 'kim@acme.example', groups: ['admin', 'reviewer'] },
      development_mode: true,
    })
  })

  it('answers 405 to another method', async () => {
    expect((await request(gatewayApp().app).delete('/user/api/info')).status).toBe(405)
  })
})

const logout = {
  poolDomain: 'acme',
  region: 'eu-west-2',
  clientId: 'client id',
  signOutUrl: 'https://landscape.example/bye',
  frontendUrls: ['https://landscape.example', 'https://other.example'],
}
const provider = 'https://acme.auth.eu-west-2.amazoncognito.com/logout'
const browser = { frontendUrls: logout.frontendUrls, development: false }
const production = gatewayApp({ user: { development: false, logout }, browser }).app

/** The app as production has it, with tokens of which none is valid. */
function outsideDevelopment({ existingClients = false } = {}) {
  const refuse = async (token: string) => {
    if (token === 'unchecked') throw new JwksNotAvailableInCacheError('no key')
    throw new JwtExpiredError('expired', token)
  }
  const { app } = gatewayApp({
    user: { development: false, existingClients, logout },
    browser,
    identify: identifyByToken({ id: refuse, access: refuse, loadBalancer: refuse }),
    prefixes: prefixesWith(['/api'], true, existingClients),
  })
  return app
}

describe('POST /user/api/logout', () => {
  // spec: 4.6-r2a 4.6-r2b 1-s10b
  it("answers the provider's logout address and expires every session cookie", async () => {
    const response = await request(production)
      .post('/user/api/logout')
      .send({ logout_uri: 'https://other.example' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'Logout successful',
      logoutUrl: `${provider}?client_id=client%20id&redirect_uri=https%3A%2F%2Fother.example&logout_uri=https%3A%2F%2Flandscape.example%2Fbye&response_type=code&scope=openid+email`,
    })
    const cookies = response.get('Set-Cookie')!
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'AWSELBAuthSessionCookie-0',
      'AWSELBAuthSessionCookie-1',
      'AWSELBAuthSessionCookie-2',
      'AWSELBAuthSessionCookie-3',
      'AuthenticatedSession-0',
      'AuthenticatedSession-1',
      'AWSALB',
      'AWSALBCORS',
      'githubUserToken',
      'scmUserToken',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^[\w-]+=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
      )
    }
  })

  // spec, otherwise: 4.6-r1a 1-r6b 4.6-r2a own.logout.existing-clients
  it.each([
    ['no token', {}, 'Missing authentication tokens'],
    ['an expired token', { authorization: 'Bearer expired' }, 'Token is expired'],
    ['half a session of the load balancer', { 'x-amzn-oidc-data': 'x' }, /authentication tokens/],
  ])('refuses a caller with %s, and shows the way out', async (_who, headers, text) => {
    const app = outsideDevelopment()
    expect((await request(app).get('/user/api/info').set(headers)).status).toBe(401)
    const response = await request(app)
      .post('/user/api/logout?logout_uri=https://other.example/bye')
      .set(headers)
      .send({ logout_uri: 'https://landscape.example' })
    expect(response.status).toBe(401)
    expect(response.type).toBe('application/problem+json')
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(response.body).toMatchObject({
      type: '/problems/unauthenticated',
      error: expect.stringMatching(text),
      message: 'Unauthorized',
      logoutUrl: expect.stringContaining(
        `${provider}?client_id=client%20id&redirect_uri=https%3A%2F%2Fother.example%2Fbye&`,
      ),
    })
    expect(response.get('Set-Cookie')).toHaveLength(10)
  })

  it('answers 503 while no key is available to check a token', async () => {
    const response = await request(outsideDevelopment())
      .post('/user/api/logout')
      .set({ authorization: 'Bearer unchecked' })
    expect(response.status).toBe(503)
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(response.body).not.toHaveProperty('logoutUrl')
  })

  it.each([
    ['get', '/user/api/logout'],
    ['post', '/user/api/logout/x'],
    ['get', '/user/api/info'],
  ] as const)('shows no way out to %s %s', async (method, path) => {
    const response = await request(outsideDevelopment())[method](path)
    expect(response.status).toBe(401)
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(response.body).not.toHaveProperty('logoutUrl')
  })

  // spec: own.logout.existing-clients
  it.each([{}, { authorization: 'Bearer expired' }])(
    'needs no token with the profile for existing clients (%j)',
    async (headers) => {
      const response = await request(outsideDevelopment({ existingClients: true }))
        .post('/user/api/logout')
        .set(headers)
        .send({ logout_uri: 'https://other.example' })
      expect(response.status).toBe(200)
      expect(response.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example&')
      expect(response.get('Set-Cookie')).toHaveLength(10)
    },
  )

  // spec, otherwise: 4.6-r2a
  it.each([
    ['a page of a stranger', 'post', { origin: 'https://evil.example' }, 403],
    ['a form of another site', 'post', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a link or a picture', 'get', {}, 405],
  ] as const)('ends no session for %s', async (_who, method, headers, status) => {
    const response = await request(production)[method]('/user/api/logout').set(headers)
    expect(response.status).toBe(status)
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(response.text).not.toContain('logoutUrl')
  })

  // spec, otherwise: 4.6-r2b
  it.each([
    [{ logout_uri: 'https://evil.example' }, ''],
    [{ logout_uri: 'https://landscape.example.evil.example' }, ''],
    [{ logout_uri: 'https://landscape.example@evil.example' }, ''],
    [{ logout_uri: 'javascript:alert(1)' }, ''],
    [{ logout_uri: ['https://evil.example'] }, ''],
    ['[]', ''],
    [undefined, '?logout_uri=https://evil.example'],
    [undefined, '?logout_uri=a&logout_uri=b'],
  ])('sends nobody to a stranger: body %j, query %j', async (body, query) => {
    const response = await request(production)
      .post(`/user/api/logout${query}`)
      .type('json')
      .send(body)
    expect(response.status).toBe(200)
    expect(response.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Flandscape.example&')
  })

  it('takes the wish of the query, then the origin', async () => {
    const byQuery = await request(production).post(
      '/user/api/logout?logout_uri=https://other.example/x',
    )
    expect(byQuery.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example%2Fx&')
    const odd = await request(production)
      .post('/user/api/logout')
      .send({ logout_uri: ' https:\\\\other.example\\x\ty' })
    expect(odd.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example%2Fxy&')
    const byOrigin = await request(production)
      .post('/user/api/logout')
      .set('origin', 'https://other.example')
    expect(byOrigin.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example&')
  })

  it('leaves out what is not configured', async () => {
    const { app } = gatewayApp({
      user: {
        development: false,
        logout: { ...logout, clientId: undefined, signOutUrl: undefined },
      },
    })
    const { body } = await request(app).post('/user/api/logout')
    expect(body.logoutUrl).toMatch(
      /^https:\/\/acme\.auth\.eu-west-2\.amazoncognito\.com\/logout\?redirect/,
    )
    expect(body.logoutUrl).not.toContain('undefined')
  })

  it('answers the web client in development mode', async () => {
    const { body } = await request(gatewayApp().app).post('/user/api/logout')
    expect(body).toEqual({
      message: 'Logout successful (development mode)',
      logoutUrl: 'http://localhost:3000',
    })
  })
})
