import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SIGN_IN_USERS } from '@landscape/dev/scm-host'
import { fetch } from './support/fetch.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

/** The session cookies of a load balancer: about 4 KB each. */
const SESSION_COOKIES = [0, 1, 2, 3].map(
  (i) => [`AWSELBAuthSessionCookie-${i}`, `${i}`.repeat(4_000)] as const,
)

let landscape: WithSourceControl
beforeAll(async () => {
  landscape = await startWithSourceControl({
    services: ['gateway', 'assistant', 'projects'],
    env: { COMPATIBILITY_ALIASES: 'true' },
  })
}, 60_000)
afterAll(() => landscape?.stop())

/** Creates the cookie store of a browser, with paths. */
function createBrowser() {
  const jar = new Map<string, { value: string; path: string }>(
    SESSION_COOKIES.map(([name, value]) => [name, { value, path: '/' }]),
  )
  const { issuer, url } = landscape
  const { authorization: _none, ...session } = issuer.headersFor({
    email: 'kim@acme.example',
    groups: ['reviewer'],
  })

  const cookieFor = (path: string) =>
    [...jar]
      .filter(([, { path: under }]) => path.startsWith(under))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      const path = attributes.find((one) => one.startsWith('Path='))?.slice('Path='.length) ?? '/'
      if (value === '' || attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, { value, path })
    }
  }

  return {
    names: () => [...jar.keys()],
    async request(path: string, init: RequestInit = {}) {
      const headers = { ...session, cookie: cookieFor(path), ...(init.headers as object) }
      const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
      keep(response)
      const text = await response.text()
      return { status: response.status, headers: response.headers, text }
    },
  }
}

/** Follows the redirect to the host, authorises the app, and returns the code. */
async function consentAt(location: string): Promise<Record<string, string>> {
  const page = `${location}&login=${SIGN_IN_USERS.ordinary}`
  const body = new URLSearchParams({ decision: 'authorize' })
  const back = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  await back.body?.cancel()
  return Object.fromEntries(new URL(back.headers.get('location')!).searchParams)
}

const SPELLINGS = [
  ['/assistant/api', '/assistant/api/scm/oauth'],
  ['/copilot/api', '/copilot/api/github/oauth'],
] as const
const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe.each(SPELLINGS)('a session of a load balancer, under %s', (api, oauth) => {
  it('allows signing in and out at the source-control host', async () => {
    const browser = createBrowser()
    const login = await browser.request(`${oauth}/login`)
    expect(login.status).toBe(302)
    const code = await consentAt(login.headers.get('location')!)
    const token = await browser.request(`${oauth}/token`, json(code))
    expect([token.status, token.text]).toEqual([200, '{"success":true}'])
    expect(browser.names()).toContain('githubUserToken')
    for (let visit = 0; visit < 3; visit++) {
      const teams = await browser.request(`${api}/teams`)
      expect(teams.status).toBe(200)
      expect(JSON.parse(teams.text)).toMatchObject({ userTeamSlugs: expect.any(Array) })
    }
    const status = await browser.request(`${api}/auth/status`)
    expect(status.text).toBe('{"authenticated":true}')
    expect((await browser.request(`${oauth}/logout`, json({}))).status).toBe(200)
    expect(browser.names()).toEqual(SESSION_COOKIES.map(([name]) => name))
    expect((await browser.request(`${api}/teams`)).status).toBe(401)
  })

  it('identifies the caller for reads and logging out', async () => {
    const browser = createBrowser()
    const info = await browser.request('/user/api/info')
    expect([info.status, JSON.parse(info.text).user]).toEqual([
      200,
      { email: 'kim@acme.example', groups: ['reviewer'] },
    ])
    expect((await browser.request('/user/api/logout', json({}))).status).toBe(200)
    expect(browser.names()).toEqual([])
  })

  it('identifies the same person as an identity token of the web client', async () => {
    const authorization = landscape.issuer.idToken({
      email: 'kim@acme.example',
      groups: ['reviewer'],
    })
    const user = await createBrowser().request('/api/v1/user', { headers: { authorization } })
    expect([user.status, JSON.parse(user.text)]).toEqual([
      200,
      { email: 'kim@acme.example', groups: ['reviewer'] },
    ])
  })
})
