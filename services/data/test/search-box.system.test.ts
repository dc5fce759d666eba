import { browse, type BrowsedApp, CHROMIUM } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dataService } from './data-service.ts'
import { HOSTILE } from './landscape-pages.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the search box in Chromium (skipped without it)', () => {
  let browsed: BrowsedApp
  beforeAll(async () => {
    browsed = await browse((await dataService(HOSTILE)).app)
  })
  afterAll(() => browsed?.close())

  /** Opens a page, and types words into its box. */
  async function typed(words: string) {
    const page = await browsed.browser.newPage()
    await page.goto(`${browsed.origin}/technologies`)
    await page.locator('#search-q').pressSequentially(words)
    return { page, links: page.locator('.hits a') }
  }

  it('shows links to results without markup or unsafe addresses', async () => {
    const { page, links } = await typed('script')
    await links.first().waitFor()
    expect((await links.allInnerTexts())[0]).toBe('<script>alert(1)</script> technology, hold')
    expect(await page.locator('.hits script').count()).toBe(0)
    const protocols = await links.evaluateAll((all) =>
      all.map((link) => new URL(String(link.getAttribute('href'))).protocol),
    )
    expect(new Set(protocols)).toEqual(new Set(['http:']))
  })

  it('shows which words it corrected', async () => {
    const { page, links } = await typed('othre')
    // The box first shows results for the beginning of the word.
    await page.locator('.hits li').filter({ hasText: 'Showing other' }).waitFor()
    expect(await page.locator('.hits li').first().innerText()).toBe('Showing other')
    expect(await links.count()).toBeGreaterThan(0)
  })

  it('moves to a result with the arrow keys, and closes with Escape', async () => {
    const { page, links } = await typed('script')
    await links.first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('.hits a:focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.locator('#search-q:focus').count()).toBe(1)
    expect(await page.locator('.hits').isVisible()).toBe(false)
  })

  it('leads to a page of results with Enter', async () => {
    const { page } = await typed('script')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=script')
    expect(await page.locator('h1').innerText()).toBe('Search: script')
  })
})
