import { DocumentInvalid, type StoredDocument } from '@landscape/documents'
import type { Check } from './health.ts'

/**
 * A check of the store that loads the documents as well, once: nobody has to wait for a large one in a process that says
 * it is ready. What is stored as no such document keeps none of the others from being served.
 *
 * @param asks rejects while the store is away
 * @returns a check that rejects as `asks` does, and with the `DomainError` of a document that cannot be read
 */
export function loadingDocuments(
  asks: Check,
  documents: readonly Pick<StoredDocument<unknown>, 'read'>[],
): Check {
  let loading: Promise<void> | undefined
  return async () => {
    await asks()
    loading ??= load(documents).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    await loading
  }
}

/** One after the other, so that only one at a time is held as text too. */
async function load(documents: readonly Pick<StoredDocument<unknown>, 'read'>[]): Promise<void> {
  for (const document of documents) {
    await document.read().catch((error: unknown) => {
      if (!(error instanceof DocumentInvalid)) throw error
    })
  }
}
