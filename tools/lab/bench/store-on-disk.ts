import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'

/** A data directory for processes. */
export interface StoreOnDisk {
  directory: string
  remove: () => void
}

/** Creates and fills an embedded store in a temporary directory, and closes it. */
export async function storeOnDisk(
  fill: (store: ObjectStore) => Promise<unknown>,
): Promise<StoreOnDisk> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const remove = () => rmSync(directory, { recursive: true })
  try {
    const store = createEmbeddedStore(directory)
    await fill(store)
    store.close()
  } catch (error) {
    remove()
    throw error
  }
  return { directory, remove }
}
