import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHROMIUM, launchBrowser, type Browser, type Page } from '@landscape/dev/browser'
import { hasNginx } from '../tools/lab/nginx.ts'
import { fetch } from './support/fetch.ts'
import { pause } from './support/process.ts'
import { HAS_REAL_PROVIDER, startWithRealProvider } from './support/real-provider.ts'

const behindNginx = hasNginx() ? it : it.skip
const inBrowser = HAS_REAL_PROVIDER && CHROMIUM !== undefined ? describe : describe.skip

inBrowser('oidc-provider and oauth2-proxy (skipped without npm run provider)', () => {
  let sites: readonly [string, string]
  let site: string
  let issuer: string
  let nginxSite: string | undefined
  let browser: Browser
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const started = await startWithRealProvider()
    ;({ sites, issuer, nginxSite, stop } = started)
    site = sites[0]
    browser = await launchBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await stop?.()
  })

  const newPage = async () => {
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(60_000)
    return page
  }
  /** Completes the sign-in and the consent on the pages of the provider. */
  const signIn = async (page: Page, name: string) => {
    await page.fill('input[name=login]', name)
    await page.fill('input[name=password]', 'any')
    await page.click('button[type=submit]')
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  const opened = async (path: string, name: string, at = site) => {
    const page = await newPage()
    await page.goto(`${at}${path}`)
    expect(new URL(page.url()).origin).toBe(issuer)
    await signIn(page, name)
    await page.waitForURL(`${at}${path}`)
    return page
  }
  /** Sends a request of a page of the site; returns status and text. */
  const sent = (page: Page, path: string, init: RequestInit = {}) =>
    page.evaluate(
      `fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (r) => [r.status, await r.text()])`,
    ) as Promise<[number, string]>
  const json = { 'content-type': 'application/json' }

  it.each([
    [0, 'Authorization'],
    [1, 'OIDC_TOKEN_HEADER'],
  ] as const)(
    'sign in an administrator, who reads and edits: %i, %s',
    async (which, name) => {
      const page = await opened('/docs', 'kim', sites[which])
      const [, info] = await sent(page, '/user/api/info')
      expect(JSON.parse(info)).toMatchObject({
        user: { email: 'kim@acme.example', groups: ['admin'] },
      })
      const project = {
        user: [{ email: '', roles: [], grade: '' }],
        details: [{ name }],
      }
      const edit = { method: 'POST', headers: json, body: JSON.stringify(project) }
      expect((await sent(page, '/api/v1/projects', edit))[0]).toBe(201)
      await page.goto(`${sites[which]}/changes`)
      expect(await page.textContent('body')).toContain('kim@acme.example')
    },
    120_000,
  )

  behindNginx(
    'forward API keys to the gateway and browsers to oauth2-proxy',
    async () => {
      const page = await opened('/docs', 'kim', nginxSite)
      const order = { name: 'nightly-import', scope: 'read', expiresInDays: 1 }
      const edit = { method: 'POST', headers: json, body: JSON.stringify(order) }
      const [status, created] = await sent(page, '/admin/api/keys', edit)
      expect(status).toBe(201)
      const { secret } = JSON.parse(created) as { secret: string }
      const responseTo = (authorization: string) =>
        fetch(`${nginxSite}/user/api/info`, { headers: { authorization }, redirect: 'manual' })
      const withKey = () => responseTo(`Bearer ${secret}`)
      // A new key may be unknown for a second.
      while ((await withKey()).status === 401) await pause()
      expect(await (await withKey()).json()).toMatchObject({
        user: { email: 'key:nightly-import' },
      })
      const invalid = await responseTo('Bearer lsk_invalid')
      expect([invalid.status, invalid.headers.get('content-type')]).toEqual([
        401,
        'application/problem+json; charset=utf-8',
      ])
      const other = await responseTo('Basic lsk_invalid')
      expect([other.status, new URL(other.headers.get('location') ?? '').origin]).toEqual([
        302,
        issuer,
      ])
    },
    120_000,
  )

  it('give an ordinary user no rights, whatever headers claim', async () => {
    const page = await opened('/docs', 'lee')
    const headers = {
      'x-forwarded-email': 'kim@acme.example',
      'x-forwarded-groups': 'landscape-admins',
      'x-auth-request-email': 'kim@acme.example',
      'x-landscape-identity': 'kim@acme.example',
    }
    const [, info] = await sent(page, '/user/api/info', { headers })
    expect(JSON.parse(info)).toMatchObject({
      user: { email: 'lee@acme.example', groups: ['guests'] },
    })
    expect((await sent(page, '/admin/api/banners', { headers }))[0]).toBe(403)
  }, 120_000)

  it('end both sessions by the address of the logout', async () => {
    const page = await opened('/docs', 'kim')
    const [status, text] = await sent(page, '/user/api/logout', { method: 'POST' })
    expect(status).toBe(200)
    await page.goto((JSON.parse(text) as { logoutUrl: string }).logoutUrl)
    await page.click('button[name=logout]')
    await page.waitForURL((url) => url.origin === issuer && url.pathname.startsWith('/interaction'))
    await page.goto(`${site}/user/api/info`)
    expect(await page.locator('input[name=login]').count()).toBe(1)
  }, 120_000)
})
