import { readFile } from 'node:fs/promises'
import { cleanUp } from './jest-setup.ts'

/** Prints the stores that the tests used, so that a skip is visible. */
export default async function teardown(): Promise<void> {
  const run = globalThis.storeTestRun
  if (!run) return
  const noted = (await readFile(run.kinds, 'utf8')).split('\n').filter((line) => line !== '')
  await cleanUp(run)
  if (noted.length === 0 && run.missing === undefined) return
  const kinds = [...new Set(noted)].sort().join(', ') || 'none'
  const skipped = run.missing === undefined ? '' : `; NOT s3 (${run.missing})`
  process.stderr.write(`Store kinds exercised: ${kinds}${skipped}\n`)
}
