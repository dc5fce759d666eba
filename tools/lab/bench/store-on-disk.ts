import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** This checkout. */
export const HERE = new URL('../../../', import.meta.url)
const SAMPLES = new URL('sample-data/', HERE)

/** A data directory for processes. */
export interface StoreOnDisk {
  directory: string
  remove: () => void
}

/**
 * Creates an embedded store in a temporary directory with the sample data and other documents.
 *
 * @param documents by `<bucket>/<key>`
 * @param checkout its command stores them: the layout of the file can differ between two commits
 */
export async function storeOnDisk(
  documents: Readonly<Record<string, unknown>> = {},
  checkout = HERE,
): Promise<StoreOnDisk> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const files = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const remove = () => rmSync(directory, { recursive: true })
  try {
    cpSync(SAMPLES, files, { recursive: true })
    for (const [name, value] of Object.entries(documents))
      writeFileSync(join(files, name), JSON.stringify(value))
    await promisify(execFile)(process.execPath, ['tools/store.ts', 'import', files, '--yes'], {
      cwd: fileURLToPath(checkout),
      env: { NODE_ENV: 'development', OBJECT_STORE: 'embedded', DATA_DIR: directory },
    })
  } catch (error) {
    remove()
    throw error
  } finally {
    rmSync(files, { recursive: true })
  }
  return { directory, remove }
}
