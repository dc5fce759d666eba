import type { IncomingHttpHeaders } from 'node:http'
import { entityTag, matchesAny, type Snapshot, type StoredDocument } from '@landscape/documents'
import { staleHeaders } from './stale-headers.ts'
import { otherReply, reply, type Reply } from '@landscape/http'
import { nameOf } from '@landscape/object-store'

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

export interface StoredValueOptions<S> {
  /** Age in seconds of the copy that is answered, while the store is away. */
  staleSeconds?: number | undefined
  /** Whether the answer is the caller's own: then no shared cache may keep it. */
  isPersonal?: boolean
  /** What of the value is shown. */
  shown: S
}

/**
 * The reply to a conditional GET of what callers also edit: its tag is that of the stored value, strong,
 * as `If-Match` compares it (RFC 9110 §13.1.1).
 *
 * @param headers of the request
 * @param value what is stored
 */
export function respondStored<S>(
  headers: IncomingHttpHeaders,
  value: unknown,
  { staleSeconds, isPersonal = false, shown }: StoredValueOptions<S>,
): Reply<S> {
  const etag = entityTag(value)
  const common = {
    etag,
    'cache-control': isPersonal ? 'private, no-cache' : 'no-cache',
    ...staleHeaders(staleSeconds),
  }
  return matchesAny(headers['if-none-match'], etag)
    ? otherReply(304, undefined, common)
    : reply(200, shown, common)
}
