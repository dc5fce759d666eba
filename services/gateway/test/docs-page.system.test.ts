import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHROMIUM, launchBrowser, type Browser } from '@landscape/dev/browser'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the API reference in Chromium', () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    url = (await listen(gatewayApp().app)).url
    browser = await launchBrowser()
  })
  afterAll(async () => browser.close())

  it('shows every operation and violates no content security policy', async () => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(`${url}/docs#/Reference/getDocsFile`)
    await page.waitForSelector('.responses-table')
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(await page.locator('.opblock').count()).toBe(operations.length)
    expect(faults).toEqual([])
  }, 60_000)

  it('sends a request with an entered token', async () => {
    const page = await browser.newPage()
    await page.goto(`${url}/docs#/Caller/getUser`)
    await page.waitForSelector('.responses-table')
    await page.click('.auth-wrapper .authorize')
    const field = page.locator('.auth-container').filter({ hasText: /^signedIn/ })
    await field.locator('input').fill('of-kim')
    await field.locator('button.authorize').click()
    await page.click('.close-modal')
    await page.click('.try-out__btn')
    const sent = page.waitForRequest(/\/user\/api\/info$/)
    await page.click('.execute')
    expect((await sent).headers()['authorization']).toBe('Bearer of-kim')
  }, 60_000)
})
