import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stage } from './stage.ts'

/** Bytes of the history of all documents, read from the embedded store itself. */
export function historyBytes({ landscape }: Stage): number {
  const store = new DatabaseSync(join(landscape.dataDir, 'landscape.sqlite'), { readOnly: true })
  try {
    const total = 'SELECT sum(length(body)) AS bytes FROM objects WHERE key LIKE ?'
    return Number(store.prepare(total).get('history/%')?.['bytes'] ?? 0)
  } finally {
    store.close()
  }
}

const FIXED_BYTES = 64 * 1024

/** Maximum bytes that the changes of a record may add to the history: twice what they replace and store. */
export function allowedBytes(versions: readonly (object | undefined)[]): number {
  const sizes = versions.map((version) => Buffer.byteLength(JSON.stringify(version ?? null)))
  return sizes.reduce((sum, size, at) => sum + 2 * (size + (sizes[at - 1] ?? 0)) + FIXED_BYTES, 0)
}
