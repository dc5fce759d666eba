import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedStore, type ObjectStore } from '@landscape/store'

/** A directory that processes can be started on, until it is removed. */
export interface StoreOnDisk {
  directory: string
  remove: () => void
}

/** An embedded store in a directory of its own, with what is put there, and closed again. */
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
