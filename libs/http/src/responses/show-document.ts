import type { IncomingHttpHeaders } from 'node:http'
import type { StoredDocument } from '@landscape/store/documents/document'
import { respond, type ReadOptions } from './conditional-read.ts'
import { readOr, readRequired } from './documents.ts'
import type { Enqueue, PreparedResponse, ResponseCache } from './prepared-response.ts'
import type { Reply } from './reply.ts'

/** A response that contains one document, or a part of it. */
export interface View<T, S> extends Omit<ReadOptions, 'staleSeconds'> {
  /** Distinguishes the views in the cache: the document, and all that the response depends on. */
  key: string
  /** Value without a stored document; if omitted, the response is a 404, which the route declares. */
  absent?: T
  /** The clock, if the response depends on the time. */
  now?: () => number
  /** Distinguishes responses from one version at different times. */
  formOf?: (stored: T, at: number) => number
  prepare: (stored: T, at: number) => PreparedResponse<S> | Promise<PreparedResponse<S>>
}

/**
 * Responds with a view of one stored document, prepared once for each version, or with 304 to a client that
 * has this version.
 *
 * @throws DomainError `not-found` when nothing is stored and `absent` is not given
 */
export function showDocument<T, S>(
  document: StoredDocument<T>,
  cache: ResponseCache,
  { key, absent, now = () => 0, formOf = () => 0, prepare, ...options }: View<T, S>,
) {
  return async (call: { headers: IncomingHttpHeaders; queued: Enqueue }): Promise<Reply<S>> => {
    const { value, etag, staleSeconds } =
      absent === undefined ? await readRequired(document) : await readOr(document, absent)
    const at = now()
    return cache.respond(
      { name: key, version: `${etag} ${formOf(value, at)}` },
      call.queued,
      () => prepare(value, at),
      (prepared) => respond(call.headers, prepared, { ...options, staleSeconds }),
    )
  }
}
