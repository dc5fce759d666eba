import { assertIfMatch, entityTag, reply, type Reply } from '@landscape/http'
import type { Identity } from '@landscape/identity'
import type { StoredDocument } from '@landscape/object-store'
import type { Request } from 'express'

interface Edit<T, A> {
  document: StoredDocument<T>
  /** Short name for the log of changes. */
  action: string
  /** What readers are answered while nothing is stored; its tag is that of "nothing". */
  absent?: T
  change: (current: T | undefined) => T
  /** Body of the success; asked for once the change is stored. */
  answer: () => A
}

/**
 * Stores one edit. `If-Match` is compared with the version that is written on, not with one that
 * was read before; the answer carries the tag of the document as the edit left it.
 */
export async function editDocument<T, A>(
  { req, identity }: { req: Request; identity: Identity },
  { document, action, absent, change, answer }: Edit<T, A>,
): Promise<Reply<A>> {
  const ifMatch = req.headers['if-match']
  const { value } = await document.change(
    (current) => {
      if (ifMatch !== undefined) assertIfMatch(ifMatch, tagOf(current ?? absent))
      return change(current)
    },
    { actor: identity.subject, action },
  )
  return reply(200, answer(), { etag: entityTag(value) })
}

function tagOf(value: unknown): string | undefined {
  return value === undefined ? undefined : entityTag(value)
}
