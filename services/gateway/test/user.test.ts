import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { identifyByToken } from '../src/identity/by-token.ts'
import { gatewayApp } from './gateway-fixture.ts'

describe('GET /user/api/info', () => {
  // spec: auth.development
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

describe('POST /user/api/logout', () => {
  // spec: user.logout
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

  // spec: user.logout.no-token
  // spec, otherwise: user.info
  it.each([
    ['no token', {}],
    ['a token that nobody can verify, such as one that has expired', { authorization: 'Bearer x' }],
    ['half a session of the load balancer', { 'x-amzn-oidc-data': 'x' }],
  ])('needs no token, and looks at none: logs out who has %s', async (_who, headers) => {
    const refuse = () => Promise.reject(new Error('not to be asked'))
    const identify = identifyByToken({ id: refuse, access: refuse, loadBalancer: refuse })
    const { app } = gatewayApp({ user: { development: false, logout }, browser, identify })
    expect((await request(app).get('/user/api/info').set(headers)).status).toBe(401)
    const response = await request(app).post('/user/api/logout').set(headers)
    expect(response.status).toBe(200)
    expect(response.body.logoutUrl).toContain(provider)
    expect(response.get('Set-Cookie')).toHaveLength(10)
  })

  // spec, otherwise: user.logout.no-token
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

  // spec, otherwise: user.logout
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
