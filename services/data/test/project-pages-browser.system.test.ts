import { accessibilityFaults, browse, type BrowsedApp, CHROMIUM } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dataService } from './data-service.ts'
import { HOSTILE } from './landscape-pages.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the pages of projects in Chromium (skipped without it)', () => {
  let browsed: BrowsedApp
  beforeAll(async () => {
    browsed = await browse((await dataService(HOSTILE)).app)
  })
  afterAll(() => browsed?.close())

  describe.each([390, 1280])('at a width of %d', (width) => {
    it.each(['/projects', '/projects/script-alert-1-script', '/completeness?rule=no-hosting'])(
      'are accessible and fit: %s',
      async (path) => {
        const page = await browsed.browser.newPage({ viewport: { width, height: 800 } })
        await page.goto(`${browsed.origin}${path}`)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        await page.close()
      },
    )
  })
})
