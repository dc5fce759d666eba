import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A program that Go builds from its module proxy. */
export interface GoProgram {
  /** Folder in `node_modules/.cache`. */
  folder: string
  name: string
  version: string
  /** Package of the program, without a version. */
  module: string
}

const INSTALL_TIMEOUT_MS = 900_000

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

function pathOf({ folder, name, version }: GoProgram): string {
  return join(cache, folder, `${name}-${version}`)
}

/** Returns the path of the program, or undefined when it is not built. */
export function installedProgram(program: GoProgram): string | undefined {
  const path = pathOf(program)
  return existsSync(path) ? path : undefined
}

/**
 * Builds the program, once. Go verifies the source with its checksum database.
 *
 * @returns the path of the program
 * @throws Error with the reason when the build fails
 */
export async function installProgram(program: GoProgram): Promise<string> {
  const path = pathOf(program)
  if (existsSync(path)) return path
  const { folder, name, version, module } = program
  await mkdir(join(cache, folder), { recursive: true })
  const building = await mkdtemp(join(cache, folder, 'building-'))
  try {
    await promisify(execFile)('go', ['install', '-ldflags=-s -w', `${module}@v${version}`], {
      env: { ...process.env, GOBIN: building },
      timeout: INSTALL_TIMEOUT_MS,
    })
    await rename(join(building, name), path)
    return path
  } catch (error) {
    throw new Error(`${name} ${version} cannot be built: ${reasonOf(error)}`, { cause: error })
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
