import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessibilityFaults, CHROMIUM, launchBrowser, type Browser } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

import { dataService } from './data-service.ts'
import { HOSTILE } from './landscape-pages.ts'

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the pages of projects in Chromium (skipped without it)', () => {
  let browser: Browser
  const server = createServer()
  beforeAll(async () => {
    const { app } = await dataService(HOSTILE)
    server.on('request', app)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    server.close().closeAllConnections()
  })

  describe.each([390, 1280])('at a width of %d', (width) => {
    it.each(['/projects', '/projects/script-alert-1-script', '/completeness?rule=no-hosting'])(
      'are accessible and fit: %s',
      async (path) => {
        const page = await browser.newPage({ viewport: { width, height: 800 } })
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        await page.close()
      },
    )
  })
})
