import type { IncomingHttpHeaders } from 'node:http'
import { currentTrace } from '../telemetry/trace-context.ts'
import { reply, type Reply } from './reply.ts'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { Snapshot } from '@landscape/store/documents/snapshot'
import type { StoredDocument } from '@landscape/store/documents/document'
import { entityTag } from '@landscape/store/documents/entity-tag'
import type { Actor } from '@landscape/store/documents/commit-loop'
import { previewEdit, type Preview } from './preview.ts'

/**
 * The current version of a required document.
 *
 * @throws DomainError `not-found` when nothing is stored
 */
export async function readRequired<T>(document: StoredDocument<T>): Promise<Snapshot<T>> {
  const snapshot = await document.read()
  if (snapshot) return snapshot
  throw new DomainError('not-found', 'This document is not stored yet')
}

/** The current version of a document, or a default while nothing is stored. */
export async function readOr<T>(
  document: StoredDocument<T>,
  absent: T,
): Promise<Pick<Snapshot<T>, 'value' | 'etag' | 'staleSeconds'>> {
  return (await document.read()) ?? { value: absent, etag: 'none' }
}

interface Edit<T, A> {
  document: StoredDocument<T>
  /** Short name for the history. */
  action: string
  /** Value that readers receive while nothing is stored; `If-Match` compares its ETag. */
  absent?: T
  /** Returns the next version and the body of the response. */
  change: (current: T | undefined) => Changed<T, A>
  /** Adds the id of the change in the history to the body. */
  completeBody?: (body: A, change: string | undefined) => A
  /** Stores nothing, and returns the operations that the edit would make. */
  dryRun?: boolean | undefined
}

/** The members of a call that an edit reads. */
interface EditCall {
  headers: IncomingHttpHeaders
  identity: Identity
  requestId: string
}

/** The author of an edit, for the log and the history of the document. */
export function actorOf(
  { identity, requestId }: Pick<EditCall, 'identity' | 'requestId'>,
  action: string,
): Actor {
  const { traceId } = currentTrace() ?? {}
  return { actor: identity.subject, email: identity.email, action, requestId, traceId }
}

/**
 * Stores one edit. `If-Match` is compared with the version that the edit replaces. The response carries the
 * ETag of the new version.
 *
 * @throws DomainError `precondition-failed`, and the errors of `change`
 */
export async function editDocument<T, A>(
  call: EditCall,
  { document, action, absent, change, completeBody = (body) => body, dryRun = false }: Edit<T, A>,
): Promise<Reply<A | Preview<A>['body']>> {
  const ifMatch = call.headers['if-match']
  if (dryRun) {
    const { body, etag } = await previewEdit({ document, absent: absent as T, change, ifMatch })
    return reply(200, body, etag === undefined ? {} : { etag })
  }
  // Tagging a large document costs as much as the edit: the commit's time limit includes it.
  const tagged = (current: T | undefined) => {
    const { result: body, ...changed } = change(current)
    return { ...changed, result: { body, etag: entityTag(changed.next) } }
  }
  const { result, change: made } = await document.change(tagged, {
    by: actorOf(call, action),
    ifMatch,
    tagged: (current) => current ?? absent,
  })
  return reply(200, completeBody(result.body, made?.id), { etag: result.etag })
}
