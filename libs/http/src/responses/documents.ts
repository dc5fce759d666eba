import type { IncomingHttpHeaders } from 'node:http'
import { currentTrace } from '../telemetry/trace-context.ts'
import { reply, type Reply } from './reply.ts'
import type { Identity } from '@landscape/contracts'
import {
  type Actor,
  type Changed,
  entityTag,
  nameOf,
  type Snapshot,
  type StoredDocument,
} from '@landscape/store'
import { respondStored } from './conditional-read.ts'
import { previewEdit, type Preview } from './preview.ts'

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

/** The current version of a document, or what stands for it while nothing is stored. */
export async function readOr<T>(
  document: StoredDocument<T>,
  absent: T,
): Promise<Pick<Snapshot<T>, 'value' | 'etag' | 'staleSeconds'>> {
  return (await document.read()) ?? { value: absent, etag: 'none' }
}

interface ViewOptions<T, S> {
  /** What is answered while nothing is stored. */
  absent?: T
  /** What of the document is shown; the tag is that of the document, as edits compare it. */
  view?: (value: T) => S
  /** What tells forms of the view apart that one version of the document has one after the other; 0 at first. */
  versionOf?: (value: T) => number
}

/**
 * Answers a whole document with its entity tag, or 304 to whoever has it.
 *
 * @throws Error when nothing is stored and there is no answer for that
 */
export async function readDocument<T, S = T>(
  { headers }: { headers: IncomingHttpHeaders },
  document: StoredDocument<T>,
  { absent, view = (value) => value as unknown as S, versionOf = () => 0 }: ViewOptions<T, S> = {},
): Promise<Reply<S>> {
  const {
    value,
    staleSeconds,
  }: Pick<Snapshot<T>, 'value' | 'staleSeconds'> = absent === undefined
    ? await readRequired(document)
    : ((await document.read()) ?? { value: absent })
  const version = versionOf(value)
  return respondStored(headers, value, { staleSeconds, shown: view(value), version })
}

interface Edit<T, A> {
  document: StoredDocument<T>
  /** Short name for the log of changes. */
  action: string
  /** What readers are answered while nothing is stored; its tag is that of "nothing". */
  absent?: T
  /** The next version, and the body of the answer. */
  change: (current: T | undefined) => Changed<T, A>
  /** Completes the body with the id of the change in the history, where there is one; the body as it is when absent. */
  completeBody?: (body: A, change: string | undefined) => A
  /** Nothing is stored, and the answer says what would be altered. */
  dryRun?: boolean | undefined
}

/** What an edit needs to know of a call. */
interface EditCall {
  headers: IncomingHttpHeaders
  identity: Identity
  requestId: string
}

/** Who makes an edit, for the log and the history of the document. */
export function actorOf(
  { identity, requestId }: Pick<EditCall, 'identity' | 'requestId'>,
  action: string,
): Actor {
  const { traceId } = currentTrace() ?? {}
  return { actor: identity.subject, email: identity.email, action, requestId, traceId }
}

/**
 * Stores one edit. `If-Match` is compared with the version that is written on, not with one that
 * was read before; the answer carries the tag of the document as the edit left it.
 *
 * @throws DomainError `precondition-failed`, and whatever `change` throws
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
  // The tag of a large document costs as much as the edit: it is part of what a commit has time for.
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
