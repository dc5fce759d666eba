import type { IncomingHttpHeaders } from 'node:http'
import { entityTag, matchesAny, tagOfView } from '@landscape/store'
import { otherReply, reply, replyBytes, type Reply } from './reply.ts'
import { SHAREABLE } from '../route/shared-read.ts'
import { chooseEncoding } from './encoding.ts'
import type { PreparedResponse } from './prepared-response.ts'

export interface ReadOptions {
  /** Age in seconds of the copy that is answered, while its source is away. */
  staleSeconds?: number | undefined
  /** Whether the answer is the caller's own: then no shared cache may keep it. */
  isPersonal?: boolean
  /** Whether everybody gets this very answer: then what stands in between may keep it for all. */
  isPublic?: boolean
  /** Whether the format of the answer is the one that `Accept` asks for. */
  isNegotiated?: boolean
}

/** The reply to a conditional GET of what is the same for everybody; see `respond`. */
export function respondPublic<T>(
  headers: IncomingHttpHeaders,
  answer: PreparedResponse<T>,
  { staleSeconds, isNegotiated = false }: Pick<ReadOptions, 'staleSeconds' | 'isNegotiated'> = {},
): Promise<Reply<T>> {
  return respond(headers, answer, { staleSeconds, isNegotiated, isPublic: true })
}

/**
 * The reply to a conditional GET of what is made of a document. It is compressed, so its tag is weak
 * (RFC 9110 §8.8.1): it names the JSON behind several encodings.
 *
 * @param headers of the request
 */
export function respond<T>(
  headers: IncomingHttpHeaders,
  answer: PreparedResponse<T>,
  options: ReadOptions = {},
): Promise<Reply<T>> {
  const vary = [
    ...(options.isNegotiated ? ['Accept'] : []),
    'Accept-Encoding',
    ...(options.isPersonal ? ['Cookie'] : []),
  ].join(', ')
  return unlessKnown(headers, `W/${answer.tag}`, options, { vary }, async (common) => {
    const encoding = chooseEncoding(headers, answer.bytes)
    return replyBytes(200, await answer.body(encoding), {
      ...common,
      'content-type': answer.type,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
  })
}

/**
 * The reply to a conditional GET of what callers also edit: its tag is that of the stored value, strong,
 * as `If-Match` compares it (RFC 9110 §13.1.1).
 *
 * @param headers of the request
 * @param value what is stored
 * @param shown what of it is shown
 * @param version tells forms of what is shown apart that one value has one after the other
 */
export function respondStored<S>(
  headers: IncomingHttpHeaders,
  value: unknown,
  { shown, version = 0, ...options }: ReadOptions & { shown: S; version?: number },
): Promise<Reply<S>> {
  return unlessKnown(headers, tagOfView(entityTag(value), version), options, {}, async (common) =>
    reply(200, shown, common),
  )
}

/** 304 to who has the version that the tag names, else what is made with the headers of both. */
async function unlessKnown<T>(
  headers: IncomingHttpHeaders,
  etag: string,
  options: ReadOptions,
  more: Readonly<Record<string, string>>,
  whole: (common: Record<string, string>) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const common = {
    etag,
    'cache-control': cacheControl(options),
    ...more,
    ...staleHeaders(options.staleSeconds),
  }
  if (isCurrent(headers, etag)) return otherReply(304, undefined, common)
  return whole(common)
}

/** Whoever keeps an answer asks each time whether it is still true; all may keep it only if that is said. */
function cacheControl({ isPersonal, isPublic }: ReadOptions): string {
  if (isPersonal) return 'private, no-cache'
  return isPublic ? SHAREABLE : 'no-cache'
}

/** Whether a reader has the version that a tag names (RFC 9110 §13.1.2): then the answer is 304. */
export function isCurrent(headers: IncomingHttpHeaders, etag: string): boolean {
  return matchesAny(headers['if-none-match'], etag)
}

/** Headers of an answer that comes from a copy, because the store is away (RFC 9111 §5.1, 5.5). */
export function staleHeaders(staleSeconds: number | undefined): Record<string, string> {
  if (staleSeconds === undefined) return {}
  return { age: String(staleSeconds), warning: '110 - "Response is Stale"' }
}
