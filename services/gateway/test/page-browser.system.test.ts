import { accessibilityFaults, CHROMIUM, launchBrowser, type Browser } from '@landscape/dev/browser'
import { afterAll, beforeAll, expect, it, describe } from '@jest/globals'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'
import { startServices } from './landing-page.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the landing page in a browser (skipped without Chromium)', () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    const results = [{ kind: 'technology', title: 'Angular', link: '/technologies/angular' }]
    const { upstreams } = await startServices({
      '/api/search': { type: 'application/json', text: JSON.stringify({ results }) },
    })
    ;({ url } = await listen(gatewayApp({ upstreams }).app))
    browser = await launchBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await closeServers()
  })

  it.each([
    ['a desktop', 1280, 800],
    ['a phone', 390, 900],
  ])('begins the radar above the fold of %s', async (_, width, height) => {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(url)
    const radar = await page.getByLabel('Technology radar').boundingBox()
    expect(radar?.y).toBeLessThan(height * 0.75)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('is accessible in %s mode', async (colorScheme) => {
    const page = await browser.newPage({ colorScheme })
    await page.goto(url)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.close()
  })

  it('shows hits of the search during typing', async () => {
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('searchbox').pressSequentially('angu')
    const hit = page.getByRole('link', { name: 'Angular technology' })
    await hit.waitFor()
    expect(await hit.getAttribute('href')).toBe(`${url}/technologies/angular`)
    await page.close()
  })
})
