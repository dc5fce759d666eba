import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { DocumentInvalid } from '@landscape/store/documents/decode'
import type { ObjectStore } from '@landscape/store/objects/port'
import type { Check } from './health.ts'

/**
 * Loads every document once, also for concurrent calls. Invalid documents are skipped.
 *
 * @param loads one function per document
 * @returns a function that rejects with the `DomainError` of a failed load; the next call tries again
 */
export function loadOnce(loads: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () =>
    (loading ??= load(loads).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/**
 * Extends a check of the store: the first one loads every document, so that a ready process serves large
 * ones at once.
 *
 * @param checkStore rejects while the store is unavailable
 */
export function loadOnFirstCheck(checkStore: Check, loadAll: () => Promise<void>): Check {
  return async () => {
    await checkStore()
    await loadAll()
  }
}

/**
 * Checks each bucket of the documents. It reads an object that does not exist: S3 sends existing ones in
 * full and charges twelve times as much for a list.
 */
export function checkBuckets(
  store: Pick<ObjectStore, 'get'>,
  names: readonly DocumentName[],
): Check {
  const buckets = new Set(names.map((name) => DOCUMENTS[name].ref.bucket))
  return () =>
    Promise.all([...buckets].map((bucket) => store.get({ bucket, key: '.landscape/readiness' })))
}

/** Sequential, so that the JSON of only one document is in memory. */
async function load(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const loadDocument of loads) {
    await loadDocument().catch((error: unknown) => {
      if (!(error instanceof DocumentInvalid)) throw error
    })
  }
}
