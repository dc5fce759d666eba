import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHROMIUM, launchBrowser, type Browser, type Page } from '@landscape/dev/browser'
import { SIGN_IN_USERS } from '@landscape/dev/scm-host'
import type { RequestListener } from 'node:http'
import { createHostFetch } from '../src/host/host-fetch.ts'
import { createHostProvider } from '../src/sign-in/host-provider.ts'
import { as, assistantService } from './assistant-service.ts'
import { CLIENT, gitHubFor, startHost, type RunningHost } from './host.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('sign-in with a browser (skipped without Chromium)', () => {
  let browser: Browser
  let gateway: Server
  let host: RunningHost

  beforeAll(async () => {
    let app: RequestListener | undefined
    const identity = await as('guest')
    gateway = createServer((req, res) => {
      Object.assign(req.headers, identity)
      app?.(req, res)
    })
    await new Promise<void>((resolve) => {
      gateway.listen(0, '127.0.0.1', resolve)
    })
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    host = await startHost({ seatCount: 20, gatewayUrl })
    const service = await assistantService(
      { adminTeams: ['platform-engineering'] },
      {
        provider: createHostProvider({
          ...CLIENT,
          webUrl: host.origin,
          fetch: createHostFetch(fetch),
        }),
        source: gitHubFor(host).source,
        frontendUrl: host.origin,
        secureCookies: false,
      },
    )
    app = service.app
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await host.close()
    gateway.closeAllConnections()
    gateway.close()
  })

  /** Status of each route in the sample client. */
  const statuses = async (page: Page) => {
    await page.waitForSelector('body[data-ready]')
    const cells = await page.locator('tbody tr').allInnerTexts()
    return Object.fromEntries(cells.map((row) => row.split('\t').slice(0, 2)))
  }

  it('signs in through the consent page with an HttpOnly cookie', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(host.origin)
    expect(await statuses(page)).toMatchObject({ '/org/live': '200', '/teams': '401' })
    await page.click('#sign-in')
    await page.click(`text=${SIGN_IN_USERS.ordinary}`)
    await page.click('#authorize')
    await page.waitForURL(`${host.origin}/copilot/team`)
    expect(await statuses(page)).toEqual({
      '/org/live': '200',
      '/org/historic': '404',
      '/teams': '200',
      '/teams/historic': '404',
      '/seats': '403',
      '/admin/status': '200',
      '/team/seats?teamSlug=harbour-systems': '200',
    })
    expect(await page.textContent('#status')).toBe('Signed in')
    const cookies = await context.cookies()
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['githubUserToken', true, 'Lax'],
    ])
    await page.click('#sign-out')
    await page.waitForFunction("document.getElementById('status').textContent === 'Not signed in'")
    expect(await context.cookies()).toEqual([])
    await context.close()
  })

  it('returns without a session when the user cancels', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${host.origin}/assistant/api/scm/oauth/login`)
    await page.click(`text=${SIGN_IN_USERS.admin}`)
    await page.click('#cancel')
    await page.waitForSelector('body[data-ready]')
    expect(await page.textContent('#status')).toBe('access_denied')
    await context.close()
  })

  it('rejects an injected code', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${host.origin}/copilot/team?code=stolen&state=made-up-state`)
    await page.waitForSelector('body[data-ready]')
    expect(await context.cookies()).toEqual([])
    await context.close()
  })
})
