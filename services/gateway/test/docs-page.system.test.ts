import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  CHROMIUM,
  launchBrowser,
  type Browser,
  type BrowserContext,
  type Page,
} from '@landscape/dev/browser'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

const REDIRECT = {
  operationId: 'followRedirect',
  tags: ['Pages'],
  responses: { 302: { description: 'Found' } },
}
const FOR_ADMINS = {
  operationId: 'beAdmin',
  tags: ['Pages'],
  security: [{ admin: [] }],
  responses: { 200: { description: 'OK' } },
}
const WITH_FIELDS = {
  operationId: 'replaceMember',
  tags: ['Administration'],
  summary: 'Replace one Member',
  parameters: [{ name: 'mode', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } }],
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  responses: { 200: { description: 'OK' } },
}
const PATHS = {
  '/projects': { get: FOR_ADMINS },
  '/redirect': { get: REDIRECT },
  '/member': { put: WITH_FIELDS },
}

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the API reference in Chromium', () => {
  let browser: Browser
  /** One context: its pages share the compiled script of the reference. */
  let context: BrowserContext
  let url: string
  beforeAll(async () => {
    const info = { title: 'Projects', version: '1' }
    const description = JSON.stringify({ openapi: '3.1.0', info, paths: PATHS })
    const service = await listen((_req, res) => void res.end(description))
    url = (await listen(gatewayApp({ upstreams: { projects: service.url } }).app)).url
    browser = await launchBrowser()
    context = await browser.newContext()
  })
  afterEach(async () => Promise.all(context.pages().map((page) => page.close())))
  afterAll(async () => browser.close())

  /** Opens an operation on the page. */
  const opened = async (operation: string) => {
    const page = await context.newPage()
    await page.goto(`${url}/docs#/${operation}`)
    await page.waitForSelector('.responses-table')
    return page
  }
  const tryOut = async (operation: string) => {
    const page = await opened(operation)
    await page.click('.try-out__btn')
    return page
  }

  it('links each error status to its description', async () => {
    const page = await opened('Pages/showProblem')
    const error = page.locator('tr[data-code="404"]')
    expect((await error.textContent())?.trim()).toMatch(/^404\s*Not Found: not-found/)
    expect(await error.locator('a').getAttribute('href')).toBe('/problems/not-found')
    expect(await error.locator('.model-example, table').count()).toBe(0)
    expect(await page.locator('tr[data-code="200"] .model-example').count()).toBe(1)
    expect(await page.locator('.information-container').textContent()).toContain(
      '"type": "/problems/not-found"',
    )
  }, 60_000)

  it('sends an entered token with every operation that requires one', async () => {
    const page = await opened('Pages/beAdmin')
    await page.click('.auth-wrapper .authorize')
    const field = page.locator('.auth-container').filter({ hasText: /^signedIn/ })
    await field.locator('input').fill('of-kim')
    await field.locator('button.authorize').click()
    await page.click('.close-modal')
    await page.click('.try-out__btn')
    const sent = page.waitForRequest(/\/projects$/)
    await page.click('.execute')
    expect((await sent).headers()['authorization']).toBe('Bearer of-kim')
  }, 60_000)

  it('offers no request for a redirect to another host', async () => {
    const page = await opened('Pages/followRedirect')
    expect(await page.locator('.try-out__btn').count()).toBe(0)
  }, 60_000)

  it('truncates a large response', async () => {
    const page = await tryOut('Reference/getDocsFile')
    await page.fill('tr[data-param-name="file"] input', 'swagger-ui.css')
    await page.click('.execute')
    const body = page.locator('.live-responses-table .highlight-code').first()
    const text = (await body.textContent()) ?? ''
    expect(text).toMatch(
      /… truncated \(\d+ more characters\)\. Use Download for the full response\.$/,
    )
    expect(text.length).toBeLessThan(110_000)
  }, 60_000)

  it('fills in required parameters and shows examples of optional ones', async () => {
    const fieldsOn = async (page: Page) => {
      const fields = await page.locator('tr[data-param-name] input').all()
      return Promise.all(
        fields.map(async (field) => [
          await field.inputValue(),
          await field.getAttribute('placeholder'),
        ]),
      )
    }
    expect(await fieldsOn(await tryOut('Pages/showProblem'))).toEqual([
      ['not-found', 'code'],
      ['', expect.stringMatching(/^W\/"/)],
      ['', 'br, gzip'],
      ['', 'no-transform'],
    ])
    const page = await tryOut('Caller/endSession')
    expect(await fieldsOn(page)).toEqual([
      ['', 'https://landscape.acme-coast.example'],
      ['', 'https://landscape.acme-coast.example'],
    ])
    await page.click('.execute')
    const status = page.locator('.live-responses-table .response-col_status').nth(1)
    expect((await status.textContent())?.trim()).toBe('200')
  }, 60_000)

  it.each([
    ['/MEMBER', ['/member']],
    ['replace one', ['/member']],
    ['administration member', ['/member']],
    ['member pages', []],
  ])(
    'filters operations by path, summary or tag: %s',
    async (phrase, paths) => {
      const page = await context.newPage()
      await page.goto(`${url}/docs`)
      await page.getByRole('searchbox', { name: 'Filter by path, summary or tag' }).fill(phrase)
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${paths.length} `) })
        .waitFor()
      const shown = await page.locator('.opblock-summary-path').all()
      expect(await Promise.all(shown.map((path) => path.getAttribute('data-path')))).toEqual(paths)
    },
    60_000,
  )

  it('follows the colour scheme of the browser', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' })
    await page.goto(`${url}/docs`)
    const background = () =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.locator('html.dark-mode').waitFor()
    expect(await background()).toBe('rgb(28, 32, 34)')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html:not(.dark-mode)').waitFor()
    expect(await background()).not.toBe('rgb(28, 32, 34)')
  }, 60_000)

  it('names the fields and buttons of an operation', async () => {
    const page = await tryOut('Administration/replaceMember')
    expect(await page.getByRole('combobox', { name: 'mode' }).count()).toBe(1)
    expect(await page.getByRole('textbox', { name: 'Request body' }).count()).toBe(1)
    expect(await page.locator('button a[href]').count()).toBe(0)
    await page.click('.auth-wrapper .authorize')
    expect(await page.getByRole('button', { name: 'Close' }).count()).toBeGreaterThan(1)
  }, 60_000)
})
