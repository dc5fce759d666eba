import type { StoredDocument } from '@landscape/object-store'
import { nameOf, type Snapshot } from '@landscape/object-store'

/**
 * The current version of a document without which there is no answer.
 *
 * @throws Error naming the document for the log when there is no such key
 */
export async function readRequired<T>(document: StoredDocument<T>): Promise<Snapshot<T>> {
  const snapshot = await document.read()
  if (snapshot) return snapshot
  throw new Error(`Document ${nameOf(document.ref)} does not exist`)
}
