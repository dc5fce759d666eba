import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'

export { accessibilityFaults } from './accessibility.ts'
export type { Browser, BrowserContext, Page } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of an installed Chromium, or of `CHROMIUM`. Without one, browser tests are skipped visibly. */
export const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path))

/** @throws Error without an installed Chromium */
export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

/** A browser, and the address at which it finds an app. */
export interface BrowsedApp {
  browser: Browser
  /** Without a trailing slash. */
  origin: string
  close: () => Promise<void>
}

/** Serves an app on a free port, and launches a browser. @throws Error without an installed Chromium */
export async function browse(app: RequestListener): Promise<BrowsedApp> {
  const browser = await launchBrowser()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    await browser.close()
    server.close().closeAllConnections()
  }
  return { browser, origin, close }
}
