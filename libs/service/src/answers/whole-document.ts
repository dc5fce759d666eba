import type { IncomingHttpHeaders } from 'node:http'
import { reply, type Reply } from '@landscape/http'
import type { Identity } from '@landscape/identity'
import { entityTag, type Changed, type StoredDocument } from '@landscape/documents'
import { nameOf } from '@landscape/object-store'
import { respondStored } from './stored-value.ts'

export interface ReadOptions<T, S> {
  /** What is answered while nothing is stored. */
  absent?: T
  /** What of the document is shown; the tag is that of the document, as edits compare it. */
  view?: (value: T) => S
}

/**
 * Answers a whole document with its entity tag, or 304 to whoever has it.
 *
 * @throws Error when nothing is stored and there is no answer for that
 */
export async function readDocument<T, S = T>(
  { headers }: { headers: IncomingHttpHeaders },
  document: StoredDocument<T>,
  { absent, view = (value) => value as unknown as S }: ReadOptions<T, S> = {},
): Promise<Reply<S>> {
  const snapshot = await document.read()
  const value = snapshot?.value ?? absent
  if (value === undefined) throw new Error(`There is no document ${nameOf(document.ref)}`)
  return respondStored(headers, value, { ...snapshot, shown: view(value) })
}

interface Edit<T, A> {
  document: StoredDocument<T>
  /** Short name for the log of changes. */
  action: string
  /** What readers are answered while nothing is stored; its tag is that of "nothing". */
  absent?: T
  /** The next version, and the body of the answer. */
  change: (current: T | undefined) => Changed<T, A>
}

/**
 * Stores one edit. `If-Match` is compared with the version that is written on, not with one that
 * was read before; the answer carries the tag of the document as the edit left it.
 *
 * @throws DomainError `precondition-failed`, and whatever `change` throws
 */
export async function editDocument<T, A>(
  { headers, identity }: { headers: IncomingHttpHeaders; identity: Identity },
  { document, action, absent, change }: Edit<T, A>,
): Promise<Reply<A>> {
  const { value, result } = await document.change(change, {
    by: { actor: identity.subject, action },
    ifMatch: headers['if-match'],
    tagged: (current) => current ?? absent,
  })
  return reply(200, result, { etag: entityTag(value) })
}
