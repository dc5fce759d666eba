import { accessibilityFaults, browse, type BrowsedApp, CHROMIUM } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dataService } from './data-service.ts'
import { HOSTILE } from './landscape-pages.ts'
import { radarOf } from '../src/timeline/radar.fixture.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe
const DIRECTORATES = [
  { id: 0, name: 'Coast', default: true, enabled: true },
  { id: 1, name: 'Harbour', default: false, enabled: true },
]

inBrowser('the pages of the landscape in Chromium (skipped without it)', () => {
  let browsed: BrowsedApp
  let drawn: BrowsedApp
  beforeAll(async () => {
    browsed = await browse((await dataService(HOSTILE)).app)
    drawn = await browse(
      (await dataService({ radar: radarOf(160), directorates: DIRECTORATES })).app,
    )
  })
  afterAll(() => Promise.all([browsed?.close(), drawn?.close()]))

  describe.each([390, 1280])('at a width of %d', (width) => {
    it.each(['/projects', '/projects/script-alert-1-script', '/completeness?rule=no-hosting'])(
      'are accessible and fit: %s',
      (path) => expectToFit(browsed, path, width),
    )

    it.each(['/radar', '/radar?quadrant=q2', '/technologies', '/editions', '/trends'])(
      'are accessible and fit with a radar: %s',
      (path) => expectToFit(drawn, path, width),
    )
  })

  async function expectToFit({ browser, origin }: BrowsedApp, path: string, width: number) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      await page.goto(`${origin}${path}`)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    }
  }

  it('lights the line and the blip of an entry together', async () => {
    const page = await drawn.browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${drawn.origin}/radar`)
    await page.locator('.entries a').first().hover()
    expect(await page.locator('.lit').count()).toBe(2)
    expect(await page.locator('.caption').textContent()).toContain('Ring 0')
    await page.locator('.picture [data-n="9"]').hover()
    const lit = await page.locator('.entries .lit').textContent()
    expect(lit).toMatch(/^9\s/)
    await page.close()
  })

  it('draws the complete disc on one screen, and one quadrant on a phone', async () => {
    for (const [width, shown] of [
      [1280, 160],
      [390, 160 / 4],
    ] as const) {
      const page = await drawn.browser.newPage({ viewport: { width, height: 800 } })
      await page.goto(`${drawn.origin}/radar`)
      const box = await page.locator('.disc .picture').boundingBox()
      if (width > 400) expect((box?.y ?? 0) + (box?.height ?? 800)).toBeLessThanOrEqual(800)
      const names = await page.locator('.entries a:visible').count()
      expect(Math.abs(names - shown)).toBeLessThan(shown / 2)
      await page.close()
    }
  })

  it('shows the rings of a directorate as soon as it is selected', async () => {
    const page = await drawn.browser.newPage()
    await page.goto(`${drawn.origin}/radar?ring=r1`)
    await page.getByLabel('Rings of').selectOption('Harbour')
    await page.waitForURL(`${drawn.origin}/radar?ring=r1&directorate=1`)
    await page.close()
  })
})
