import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedServer, SERVER_NAME } from './install.ts'
import { launchServer } from './launch.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/s3-server', import.meta.url))
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Starts a real S3-compatible server for the complete run, if it is built. `S3_TEST_SERVER` has its
 * parameters, or `S3_TEST_MISSING` the reason for its absence. Workers record the stores they use in
 * `STORE_KINDS_FILE`.
 */
export default async function setup(): Promise<void> {
  await mkdir(cache, { recursive: true })
  await removeAbandoned()
  const directory = await mkdtemp(join(cache, 'run-'))
  const kinds = join(directory, 'store-kinds')
  await writeFile(kinds, '')
  process.env['STORE_KINDS_FILE'] = kinds
  const run: TestRun = { directory, kinds, stop: async () => {} }
  globalThis.storeTestRun = run
  try {
    const { server, stop } = await launchServer(binary(), directory)
    process.env['S3_TEST_SERVER'] = JSON.stringify(server)
    run.stop = stop
  } catch (error) {
    run.missing = Error.isError(error) ? error.message : 'unknown reason'
    process.env['S3_TEST_MISSING'] = run.missing
  }
}

/** @throws Error with the command that builds the server, because a test run downloads nothing */
function binary(): string {
  const found = installedServer()
  if (found !== undefined) return found
  throw new Error(`${SERVER_NAME} is not built; \`npm run s3:server -- --build\` builds it with Go`)
}

/** Removes the objects of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const left = name.startsWith('run-') ? await stat(path).catch(() => undefined) : undefined
    if (left && Date.now() - left.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

/** State that the teardown prints and cleans up. */
interface TestRun {
  directory: string
  kinds: string
  missing?: string
  stop: () => Promise<void>
}

declare global {
  var storeTestRun: TestRun | undefined
}

/** Removes the files of the run. */
export async function cleanUp(run: TestRun): Promise<void> {
  await run.stop()
  await rm(run.directory, { recursive: true, force: true })
}
