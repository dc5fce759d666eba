import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { closeServers } from './gateway-fixture.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: [] }
const SESSION_COOKIES = [
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
]

let idp: Awaited<ReturnType<typeof startIdp>>
let gateway: RunningGateway
beforeAll(async () => {
  idp = await startIdp()
  gateway = await startGateway({
    ...idp.settings,
    IDP_USER_POOL_DOMAIN: 'acme-landscape',
    SIGN_OUT_URL: 'https://landscape.example/signed-out',
    FRONTEND_URL: 'https://landscape.example',
  })
})
afterAll(async () => {
  await gateway?.stop()
  await closeServers()
})

const logOut = (headers: Record<string, string>) =>
  fetch(`${gateway.url}/user/api/logout`, { method: 'POST', headers })

describe('POST /user/api/logout by a signed-in caller', () => {
  const signedIn = () => {
    const { authorization, ...pair } = idp.issuer.headersFor(kim)
    return { 'an ID token': { authorization: authorization! }, 'a load balancer session': pair }
  }

  // spec: 4.6-r2b 1-s10b
  it.each(['an ID token', 'a load balancer session'] as const)(
    "returns the identity provider's logout URL to a caller with %s",
    async (kind) => {
      const response = await logOut(signedIn()[kind])
      expect(response.status).toBe(200)
      const { message, logoutUrl } = (await response.json()) as Record<string, string>
      expect(message).toBe('Logout successful')
      const { origin, pathname, searchParams } = new URL(logoutUrl!)
      // The settings contain domain and client; the user pool determines the region.
      expect(origin).toBe('https://acme-landscape.auth.xx-local-1.amazoncognito.com')
      expect(pathname).toBe('/logout')
      expect(Object.fromEntries(searchParams)).toMatchObject({
        client_id: 'landscape-local',
        logout_uri: 'https://landscape.example/signed-out',
      })
    },
  )

  // spec: 4.6-r2a
  it('expires every session cookie of the caller', async () => {
    const cookies = (await logOut(idp.issuer.headersFor(kim))).headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(SESSION_COOKIES)
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^[\w-]+=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
      )
    }
  })
})
