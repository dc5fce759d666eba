import type { Reply } from '@landscape/http'
import type { StoredDocument } from '@landscape/object-store'
import { respondStored } from '@landscape/service'
import type { Request } from 'express'

/**
 * Answers a document with its entity tag, or 304 to whoever has it.
 *
 * @param absent what is answered while nothing is stored
 * @param view what of the document is shown; the tag is that of the document, as edits compare it
 * @throws Error when nothing is stored and there is no such answer
 */
export async function readDocument<T, S = T>(
  req: Request,
  document: StoredDocument<T>,
  absent?: T,
  view: (value: T) => S = (value) => value as unknown as S,
): Promise<Reply<S>> {
  const snapshot = await document.read()
  const value = snapshot?.value ?? absent
  if (value === undefined) throw new Error(`There is no document ${document.ref.key}`)
  return respondStored(req.headers, value, { ...snapshot, shown: view(value) })
}
