import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The S3-compatible server of the tests; docs/decisions/ has the reasons. */
export const SERVER_NAME = 'versitygw 1.8.0'
const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
const INSTALL_TIMEOUT_MS = 240_000

const cache = fileURLToPath(new URL('../../node_modules/.cache/s3-server', import.meta.url))
const binary = join(cache, SERVER_NAME.replace(' ', '-'))

/** Returns the path of the server, or undefined when it is not built. */
export function installedServer(): string | undefined {
  return existsSync(binary) ? binary : undefined
}

/**
 * Builds the server from the Go module proxy, once. Go verifies the source with its checksum database.
 *
 * @returns the path of the server
 * @throws Error with the reason when the build fails
 */
export async function installServer(): Promise<string> {
  if (existsSync(binary)) return binary
  await mkdir(cache, { recursive: true })
  const building = await mkdtemp(join(cache, 'building-'))
  try {
    await promisify(execFile)('go', ['install', '-ldflags=-s -w', MODULE], {
      env: { ...process.env, GOBIN: building },
      timeout: INSTALL_TIMEOUT_MS,
    })
    await rename(join(building, 'versitygw'), binary)
    return binary
  } catch (error) {
    throw new Error(`${SERVER_NAME} cannot be built: ${reasonOf(error)}`, { cause: error })
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

function reasonOf(error: unknown): string {
  const { code, killed, stderr } = error as { code?: unknown; killed?: boolean; stderr?: string }
  if (code === 'ENOENT') return 'Go is not installed'
  if (killed) return `it took more than ${INSTALL_TIMEOUT_MS / 1000} seconds`
  const lastLine = stderr?.trim().split('\n').at(-1)
  return lastLine ?? String(error)
}
