import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { accessibilityFaults, CHROMIUM, launchBrowser, type Browser } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { as, assistantService } from './assistant-service.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe
const SAMPLES = new URL('../../../sample-data/assistant/', import.meta.url)
const sample = (name: string) => readFile(fileURLToPath(new URL(name, SAMPLES)), 'utf8')

inBrowser('the page /usage in a browser (skipped without Chromium)', () => {
  let browser: Browser
  let server: Server
  let url: string
  beforeAll(async () => {
    const [organisationHistory, spend, seats] = await Promise.all(
      ['historic_usage_data.json', 'spend.json', 'seats.json'].map(sample),
    )
    const prices = { creditsPerSeat: 1_900, seatPrice: 19 }
    const { app } = await assistantService({ organisationHistory, spend, seats }, { prices })
    server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/usage`
    browser = await launchBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    server?.close().closeAllConnections()
  })

  it.each([
    ['a desktop', 1280, 'light'],
    ['a desktop', 1280, 'dark'],
    ['a phone', 390, 'light'],
    ['a phone', 390, 'dark'],
  ] as const)(
    'is accessible and fits on %s of %i pixels in %s mode',
    async (_, width, colorScheme) => {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme,
        extraHTTPHeaders: await as('admin'),
      })
      await page.goto(url)
      expect(await page.getByRole('heading', { name: 'People by surface' }).count()).toBe(1)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.close()
    },
    60_000,
  )
})
