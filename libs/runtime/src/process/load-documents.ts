import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { DocumentInvalid, type ObjectStore } from '@landscape/store'
import type { Check } from './health.ts'

/**
 * A check of the store that has everything loaded as well, once: nobody has to wait for a large document in a process that
 * says it is ready. What is stored as no such document keeps none of the others from being served.
 *
 * @param asks rejects while the store is away
 * @param loads what there is to load; looked at when the first check comes
 * @returns a check that rejects as `asks` does, and with the `DomainError` of a document that cannot be read
 */
export function loadingDocuments(asks: Check, loads: readonly (() => Promise<unknown>)[]): Check {
  let loading: Promise<void> | undefined
  return async () => {
    await asks()
    loading ??= load(loads).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    await loading
  }
}

/**
 * A check of each bucket that holds one of the documents. It reads an object that does not exist: S3 sends
 * existing ones completely and charges twelve times as much for a list.
 */
export function askingBuckets(
  store: Pick<ObjectStore, 'get'>,
  names: readonly DocumentName[],
): Check {
  const buckets = new Set(names.map((name) => DOCUMENTS[name].ref.bucket))
  return () =>
    Promise.all([...buckets].map((bucket) => store.get({ bucket, key: '.landscape/readiness' })))
}

/** One after the other, so that only one document at a time is held as text too. */
async function load(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const one of loads) {
    await one().catch((error: unknown) => {
      if (!(error instanceof DocumentInvalid)) throw error
    })
  }
}
