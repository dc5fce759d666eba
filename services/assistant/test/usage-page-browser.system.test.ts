import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { accessibilityFaults, browse, type BrowsedApp, CHROMIUM } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { as, assistantService } from './assistant-service.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe
const SAMPLES = new URL('../../../sample-data/assistant/', import.meta.url)
const sample = (name: string) => readFile(fileURLToPath(new URL(name, SAMPLES)), 'utf8')

inBrowser('the page /usage in a browser (skipped without Chromium)', () => {
  let browsed: BrowsedApp
  beforeAll(async () => {
    const [organisationHistory, spend, seats] = await Promise.all(
      ['historic_usage_data.json', 'spend.json', 'seats.json'].map(sample),
    )
    const prices = { creditsPerSeat: 1_900, seatPrice: 19 }
    const { app } = await assistantService({ organisationHistory, spend, seats }, { prices })
    browsed = await browse(app)
  }, 60_000)
  afterAll(() => browsed?.close())

  it.each([
    ['a desktop', 1280, 'light'],
    ['a desktop', 1280, 'dark'],
    ['a phone', 390, 'light'],
    ['a phone', 390, 'dark'],
  ] as const)(
    'is accessible and fits on %s of %i pixels in %s mode',
    async (_, width, colorScheme) => {
      const page = await browsed.browser.newPage({
        viewport: { width, height: 900 },
        colorScheme,
        extraHTTPHeaders: await as('admin'),
      })
      await page.goto(`${browsed.origin}/usage`)
      expect(await page.getByRole('heading', { name: 'People by surface' }).count()).toBe(1)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    },
    60_000,
  )
})
