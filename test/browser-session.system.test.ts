import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHROMIUM, launchBrowser, type Browser } from '@landscape/dev/browser'
import { SIGN_IN_USERS } from '@landscape/dev/scm-host'
import { fetch } from './support/fetch.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

/** The session cookies of a load balancer: about 4 KB each. */
const SESSION_COOKIES = [0, 1, 2, 3].map((i) => `AWSELBAuthSessionCookie-${i}`)
const SPELLINGS = [
  ['/assistant/api', '/assistant/api/scm/oauth'],
  ['/copilot/api', '/copilot/api/github/oauth'],
] as const

inBrowser('a browser behind a load balancer (skipped without Chromium)', () => {
  let landscape: WithSourceControl
  let browser: Browser
  let site: string
  const balancer = createServer({ maxHeaderSize: 65_536 }, forward)

  beforeAll(async () => {
    await once(balancer.listen(0, '127.0.0.1'), 'listening')
    site = `http://localhost:${(balancer.address() as AddressInfo).port}`
    landscape = await startWithSourceControl({
      env: { COMPATIBILITY_ALIASES: 'true', FRONTEND_URL: site },
    })
    browser = await launchBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await landscape?.stop()
    balancer.close().closeAllConnections()
  })

  /** Serves the web client and the services on one site for a user who has signed in at the load balancer. */
  function forward(req: IncomingMessage, res: ServerResponse): void {
    const { method, url = '', headers } = req
    if (!url.includes('/api/')) {
      res.setHeader('content-type', 'text/html').end('<title>Landscape</title>')
      return
    }
    const { authorization: _none, ...session } = landscape.issuer.headersFor({
      email: 'kim@acme.example',
      groups: ['reviewer'],
    })
    const sent = request(landscape.url + url, { method, headers: { ...headers, ...session } })
    sent.on('response', (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    req.pipe(sent)
  }

  it.each(SPELLINGS)(
    'signs in and out at the source-control host, under %s',
    async (api, oauth) => {
      const context = await browser.newContext()
      await context.addCookies(
        SESSION_COOKIES.map((name) => ({
          name,
          value: 'x'.repeat(3_900),
          url: site,
          httpOnly: true,
        })),
      )
      const page = await context.newPage()
      const ask = (path: string, body?: object) =>
        page.evaluate(
          async ([address, sent]) => {
            const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
            const response = await fetch(address, sent === undefined ? {} : { ...init, body: sent })
            return [response.status, await response.json()] as const
          },
          [path, body && JSON.stringify(body)] as const,
        )
      const names = async () => (await context.cookies()).map(({ name }) => name).toSorted()

      await page.goto(`${site}/copilot/team`)
      expect((await ask(`${api}/teams`))[0]).toBe(401)
      await page.goto(`${site}${oauth}/login`)
      await page.click(`text=${SIGN_IN_USERS.ordinary}`)
      await page.click('#authorize')
      await page.waitForURL(`${site}/copilot/team?**`)
      const code = Object.fromEntries(new URL(page.url()).searchParams)
      expect(await ask(`${oauth}/token`, code)).toEqual([200, { success: true }])
      expect(await ask(`${api}/teams`)).toEqual([
        200,
        expect.objectContaining({ isAdmin: false, userTeamSlugs: expect.any(Array) }),
      ])
      expect(await ask(`${api}/auth/status`)).toEqual([200, { authenticated: true }])
      expect(await names()).toEqual([...SESSION_COOKIES, 'githubUserToken'])
      expect(await page.evaluate('document.cookie')).toBe('')
      expect(await ask(`${oauth}/logout`, {})).toEqual([200, { success: true }])
      expect((await ask(`${api}/teams`))[0]).toBe(401)
      expect(await names()).toEqual(SESSION_COOKIES)
      await context.close()
    },
    60_000,
  )
})
