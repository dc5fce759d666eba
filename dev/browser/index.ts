import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser on this machine; `CHROMIUM` says where, if elsewhere. Without one its tests are a visible skip. */
export const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path))

/** @throws Error where there is no browser */
export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium here')
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}
