import { describe, expect, it } from '@jest/globals'
import { JwksNotAvailableInCacheError, JwtExpiredError } from 'aws-jwt-verify/error'
import request from 'supertest'
import { identifyBy } from '../src/authenticate/identify.ts'
import { poolAuthenticators } from '../src/authenticate/user-pool.ts'
import { prefixesWith } from '../src/request/prefixes.ts'
import { gatewayApp } from './gateway-fixture.ts'

describe('GET /user/api/info', () => {
  // spec: 5-s8a 1-s10a 1-r6a 5-s8b
  it('returns the developer user in development mode', async () => {
    const { app } = gatewayApp({ groups: ['Admin', 'reviewer'] })
    const response = await request(app).get('/user/api/info')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'User information retrieved successfully (local dev mode)',
      user: { email: 'kim@acme.example', groups: ['admin', 'reviewer'] },
      development_mode: true,
    })
  })

  it('returns 405 to another method', async () => {
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

/** Creates the app in production mode with a verifier that rejects every token. */
function rejectingApp({ existingClients = false } = {}) {
  const reject = async (token: string) => {
    if (token === 'unchecked') throw new JwksNotAvailableInCacheError('no key')
    throw new JwtExpiredError('expired', token)
  }
  const { app } = gatewayApp({
    user: { development: false, existingClients, logout },
    browser,
    identify: identifyBy(poolAuthenticators({ id: reject, access: reject, loadBalancer: reject })),
    prefixes: prefixesWith(['/api'], true, existingClients),
  })
  return app
}

describe('POST /user/api/logout', () => {
  // spec: 4.6-r2a 4.6-r2b 1-s10b
  it("returns the provider's logout URL and expires every session cookie", async () => {
    const response = await request(production)
      .post('/user/api/logout')
      .send({ logout_uri: 'https://other.example' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'Logout successful',
      logoutUrl:
        `${provider}?client_id=client%20id&redirect_uri=https%3A%2F%2Fother.example` +
        '&logout_uri=https%3A%2F%2Flandscape.example%2Fbye&response_type=code&scope=openid+email',
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
    ['one header of a load balancer session', { 'x-amzn-oidc-data': 'x' }, /authentication tokens/],
  ])('returns 401 with the logout URL to a caller with %s', async (_who, headers, text) => {
    const app = rejectingApp()
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

  it('returns 503 without a key to verify the token', async () => {
    const response = await request(rejectingApp())
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
  ] as const)('returns no logout URL for %s %s', async (method, path) => {
    const response = await request(rejectingApp())[method](path)
    expect(response.status).toBe(401)
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(response.body).not.toHaveProperty('logoutUrl')
  })

  // spec: own.logout.existing-clients
  it.each([{}, { authorization: 'Bearer expired' }])(
    'needs no token with the profile for existing clients (%j)',
    async (headers) => {
      const response = await request(rejectingApp({ existingClients: true }))
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
    ['a page of an unknown origin', 'post', { origin: 'https://evil.example' }, 403],
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
  ])('ignores an unknown logout_uri: body %j, query %j', async (body, query) => {
    const response = await request(production)
      .post(`/user/api/logout${query}`)
      .type('json')
      .send(body)
    expect(response.status).toBe(200)
    expect(response.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Flandscape.example&')
  })

  it('prefers logout_uri of query and body to the origin', async () => {
    const byQuery = await request(production).post(
      '/user/api/logout?logout_uri=https://other.example/x',
    )
    expect(byQuery.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example%2Fx&')
    const malformed = await request(production)
      .post('/user/api/logout')
      .send({ logout_uri: ' https:\\\\other.example\\x\ty' })
    expect(malformed.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example%2Fxy&')
    const byOrigin = await request(production)
      .post('/user/api/logout')
      .set('origin', 'https://other.example')
    expect(byOrigin.body.logoutUrl).toContain('redirect_uri=https%3A%2F%2Fother.example&')
  })

  it('omits parameters without a setting', async () => {
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

  it('returns the URL of the web client in development mode', async () => {
    const { body } = await request(gatewayApp().app).post('/user/api/logout')
    expect(body).toEqual({
      message: 'Logout successful (development mode)',
      logoutUrl: 'http://localhost:3000',
    })
  })
})
