import { DomainError } from '@landscape/contracts/errors/domain-error'
import { Operation } from '@landscape/contracts/history'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { StoredDocument } from '@landscape/store/documents/document'
import { assertIfMatch, entityTag } from '@landscape/store/documents/entity-tag'
import { diff, type Operation as Altered, operationsOf } from '@landscape/store/history/diff'
import { z } from 'zod'

/** Additional members of the response to a dry run. */
export const PREVIEW = {
  dryRun: z
    .literal(true)
    .optional()
    .meta({ description: 'true for a dry run: nothing was stored' }),
  operations: z
    .array(Operation)
    .optional()
    .meta({ description: 'operations that the edit would make' }),
}

const NOTHING_STORED = 'Dry run: nothing was stored'

/** The response to a dry run. */
export interface Preview<A> {
  body: A & { message: string; dryRun: true; operations: Altered[] }
  /** ETag of the current version; `undefined` when nothing is stored. */
  etag: string | undefined
}

interface Previewed<T, A> {
  document: StoredDocument<T>
  /** Value that readers receive while nothing is stored; `If-Match` compares its ETag. */
  absent?: T
  change: (current: T | undefined) => Changed<T, A>
  ifMatch?: string | undefined
}

/**
 * Applies an edit to the current version without storing it, and returns the operations that it would make.
 *
 * @throws DomainError `precondition-failed`, `unavailable`, and the errors of `change`
 */
export async function previewEdit<T, A>({
  document,
  absent,
  change,
  ifMatch,
}: Previewed<T, A>): Promise<Preview<A>> {
  const snapshot = await document.read()
  if (snapshot?.staleSeconds !== undefined) {
    // The cached copy may not be the version that an edit would replace.
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
