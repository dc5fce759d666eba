import type { IncomingHttpHeaders } from 'node:http'
import { entityTag, matchesAny } from '@landscape/store/documents/entity-tag'
import { otherReply, reply, replyBytes, type Reply } from './reply.ts'
import {
  AUDIENCE_HEADER,
  isSharedRead,
  PRIVATE,
  SHAREABLE,
  SIGNED_IN,
} from '../request/shared-read.ts'
import { chooseEncoding } from './encoding.ts'
import type { PreparedResponse } from './prepared-response.ts'

export interface ReadOptions {
  /** Age in seconds of the cached copy that is returned while its source is unavailable. */
  staleSeconds?: number | undefined
  /** Whether the response is private to the caller: no shared cache may store it. */
  isPersonal?: boolean
  /** Whether the response is private, but the same for every signed-in caller. */
  isForSignedIn?: boolean
  /** Whether all anonymous callers receive the same response: shared caches may store it. */
  isPublic?: boolean
  /** Whether `Accept` selects the format of the response. */
  isNegotiated?: boolean
  /** Whether callers edit the resource: the tag of an uncompressed response is strong. */
  isEdited?: boolean
}

/** Options of a response with two forms: one for anonymous callers, one for all signed-in callers. */
export function audienceOf(
  isSignedIn: boolean,
): Required<Pick<ReadOptions, 'isForSignedIn' | 'isPublic'>> {
  return { isForSignedIn: isSignedIn, isPublic: !isSignedIn }
}

/** Replies to a conditional GET of a public resource; see `respond`. */
export function respondPublic<T>(
  headers: IncomingHttpHeaders,
  response: PreparedResponse<T>,
  { staleSeconds, isNegotiated = false }: Pick<ReadOptions, 'staleSeconds' | 'isNegotiated'> = {},
): Promise<Reply<T>> {
  return respond(headers, response, { staleSeconds, isNegotiated, isPublic: true })
}

/**
 * Replies to a conditional GET with a prepared response. The ETag is weak, since it is the same for every
 * content coding (RFC 9110 §8.8.1); that of an edited resource is strong while the body is uncompressed.
 *
 * @param headers of the request
 */
export function respond<T>(
  headers: IncomingHttpHeaders,
  response: PreparedResponse<T>,
  options: ReadOptions = {},
): Promise<Reply<T>> {
  const vary = [
    ...(options.isNegotiated ? ['Accept'] : []),
    'Accept-Encoding',
    ...(options.isPersonal || options.isForSignedIn ? ['Cookie'] : []),
  ].join(', ')
  const encoding = chooseEncoding(headers, response.bytes)
  const isStrong = options.isEdited === true && encoding === 'identity'
  const etag = isStrong ? response.tag : `W/${response.tag}`
  return unlessCurrent(headers, etag, options, { vary }, async (common) => {
    return replyBytes(200, await response.body(encoding, { isShared: isSharedRead(headers) }), {
      ...common,
      'content-type': response.type,
      ...(response.fileName !== undefined && {
        'content-disposition': `attachment; filename="${response.fileName}"`,
      }),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
  })
}

/**
 * Replies to a conditional GET of a small part of a document that callers edit. The ETag is strong, as
 * `If-Match` requires (RFC 9110 §13.1.1), and derived from the stored value.
 *
 * @param headers of the request
 * @param value the stored value
 * @param options `shown`: the body
 */
export function respondStored<S>(
  headers: IncomingHttpHeaders,
  value: unknown,
  { shown, ...options }: ReadOptions & { shown: S },
): Promise<Reply<S>> {
  return unlessCurrent(headers, entityTag(value), options, {}, async (common) =>
    reply(200, shown, common),
  )
}

/** Replies with 304 when the client has the current version, else with the complete response. */
async function unlessCurrent<T>(
  headers: IncomingHttpHeaders,
  etag: string,
  options: ReadOptions,
  more: Readonly<Record<string, string>>,
  complete: (common: Record<string, string>) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const common = {
    etag,
    'cache-control': cacheControl(options),
    ...(options.isForSignedIn && { [AUDIENCE_HEADER]: SIGNED_IN }),
    ...more,
    ...staleHeaders(options.staleSeconds),
  }
  if (isCurrent(headers, etag)) return otherReply(304, undefined, common)
  return complete(common)
}

/** Caches revalidate for each request; shared caches may store public responses only. */
function cacheControl({ isPersonal, isForSignedIn, isPublic }: ReadOptions): string {
  if (isPersonal || isForSignedIn) return PRIVATE
  return isPublic ? SHAREABLE : 'no-cache'
}

/** Whether `If-None-Match` contains the current tag (RFC 9110 §13.1.2): the response is a 304. */
export function isCurrent(headers: IncomingHttpHeaders, etag: string): boolean {
  return matchesAny(headers['if-none-match'], etag)
}

/** Headers of a stale cached copy, returned while the store is unavailable (RFC 9111 §5.1, 5.5). */
export function staleHeaders(staleSeconds: number | undefined): Record<string, string> {
  if (staleSeconds === undefined) return {}
  return { age: String(staleSeconds), warning: '110 - "Response is Stale"' }
}
