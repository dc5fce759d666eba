import { DomainError, Operation } from '@landscape/contracts'
import {
  assertIfMatch,
  type Changed,
  diff,
  entityTag,
  type Operation as Altered,
  operationsOf,
  type StoredDocument,
} from '@landscape/store'
import { z } from 'zod'

/** What the answer to an edit has beside its own members when nothing was stored. */
export const PREVIEW = {
  dryRun: z.literal(true).optional().meta({ description: 'nothing was stored' }),
  operations: z.array(Operation).optional().meta({ description: 'what the edit would alter' }),
}

/** Instead of what the edit would have said, which would not be true. */
const NOTHING_STORED = 'Nothing was stored: this is what the edit would alter'

/** What an edit would make of a document. */
export interface Preview<A> {
  body: A & { message: string; dryRun: true; operations: Altered[] }
  /** Tag of the document as it is; `undefined` when there is none. */
  etag: string | undefined
}

interface Previewed<T, A> {
  document: StoredDocument<T>
  /** What readers are answered while nothing is stored; its tag is that of "nothing". */
  absent?: T
  change: (current: T | undefined) => Changed<T, A>
  ifMatch?: string | undefined
}

/**
 * Makes an edit on the newest version and stores nothing: what it would have been answered, but for the
 * words, and every place that it would alter.
 *
 * @throws DomainError `precondition-failed`, `unavailable`, and whatever `change` throws
 */
export async function previewEdit<T, A>({
  document,
  absent,
  change,
  ifMatch,
}: Previewed<T, A>): Promise<Preview<A>> {
  const snapshot = await document.read()
  if (snapshot?.staleSeconds !== undefined) {
    // What is known is not the version that an edit would be made on.
    throw new DomainError('unavailable', 'Storage is not reachable', { retryAfter: 5 })
  }
  const current = snapshot?.value
  const shown = current ?? absent
  const etag = shown === undefined ? undefined : entityTag(shown)
  assertIfMatch(ifMatch, etag)
  const { next, result } = change(current)
  const operations = operationsOf(diff(shown, next))
  return { body: { ...result, message: NOTHING_STORED, dryRun: true, operations }, etag }
}
