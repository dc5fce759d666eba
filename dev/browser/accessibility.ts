import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const AXE = require.resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  help: string
  nodes: { html: string }[]
}

/** Returns the rules of axe that a page violates, each with its first element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // The policy of a page forbids to add a script, but not to evaluate one.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`)
}
