import { existsSync } from 'node:fs'
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
