import type { ApiKeyHashesDocument, ApiKeysDocument } from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { readOr } from '@landscape/http/responses/documents'
import type { StoredDocument } from '@landscape/store/documents/document'

/** The keys, and their hashes apart from them. */
export interface KeyDocuments {
  apiKeys: StoredDocument<ApiKeysDocument>
  apiKeyHashes: StoredDocument<ApiKeyHashesDocument>
}

/** The documents before the first key. */
export const NO_KEYS: ApiKeysDocument = { keys: [] }
export const NO_HASHES: ApiKeyHashesDocument = {}

/**
 * The present value of a document.
 * @throws DomainError `unavailable` instead of a stale copy, in which a revocation may be missing
 */
export async function readFresh<T>(document: StoredDocument<T>, absent: T): Promise<T> {
  const { value, staleSeconds } = await readOr(document, absent)
  if (staleSeconds === undefined) return value
  throw new DomainError('unavailable', 'API keys cannot be read at the moment', { retryAfter: 5 })
}

/**
 * The present keys and their hashes.
 * @throws DomainError `unavailable`, like `readFresh`
 */
export function readKeys({
  apiKeys,
  apiKeyHashes,
}: KeyDocuments): Promise<[ApiKeysDocument, ApiKeyHashesDocument]> {
  return Promise.all([readFresh(apiKeys, NO_KEYS), readFresh(apiKeyHashes, NO_HASHES)])
}
