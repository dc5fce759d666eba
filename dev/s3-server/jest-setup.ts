import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedServer, installServer, SERVER_NAME } from './install.ts'
import { launchServer } from './launch.ts'

interface Selection {
  testPathPatterns: { patterns: string[] }
}

const cache = fileURLToPath(new URL('../../node_modules/.cache/s3-server', import.meta.url))
const ABOUT_S3 = /object-store|s3/i
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Starts a real S3-compatible server for the whole run. Workers find it in `S3_TEST_SERVER`, or in
 * `S3_TEST_MISSING` why there is none, and note in `STORE_KINDS_FILE` which stores they exercised.
 */
export default async function setup({ testPathPatterns }: Selection): Promise<void> {
  await mkdir(cache, { recursive: true })
  await removeAbandoned()
  const directory = await mkdtemp(join(cache, 'run-'))
  const kinds = join(directory, 'store-kinds')
  await writeFile(kinds, '')
  process.env['STORE_KINDS_FILE'] = kinds
  const run: TestRun = { directory, kinds, stop: async () => {} }
  globalThis.storeTestRun = run
  const { patterns } = testPathPatterns
  // A run of a few other tests must not wait for a build.
  const mayBuild = patterns.length === 0 || patterns.some((pattern) => ABOUT_S3.test(pattern))
  try {
    const { server, stop } = await launchServer(await binary(mayBuild), directory)
    process.env['S3_TEST_SERVER'] = JSON.stringify(server)
    run.stop = stop
  } catch (error) {
    run.missing = Error.isError(error) ? error.message : 'unknown reason'
    process.env['S3_TEST_MISSING'] = run.missing
  }
}

async function binary(mayBuild: boolean): Promise<string> {
  const found = installedServer()
  if (found !== undefined) return found
  if (!mayBuild) throw new Error(`${SERVER_NAME} is not built yet, and this run is not about S3`)
  process.stderr.write(`Building ${SERVER_NAME} from the Go module proxy (once) …\n`)
  return installServer()
}

/** Runs that were killed left their objects behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const left = name.startsWith('run-') ? await stat(path).catch(() => undefined) : undefined
    if (left && Date.now() - left.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

/** What the end of the run has to print and to clean up. */
interface TestRun {
  directory: string
  kinds: string
  missing?: string
  stop: () => Promise<void>
}

declare global {
  var storeTestRun: TestRun | undefined
}

/** Removes what the run left. */
export async function cleanUp(run: TestRun): Promise<void> {
  await run.stop()
  await rm(run.directory, { recursive: true, force: true })
}
