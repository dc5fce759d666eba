import type { IncomingHttpHeaders } from 'node:http'
import { matchesAny, reply, staleHeaders, type Reply } from '@landscape/http'
import { chooseEncoding } from './encoding.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/**
 * The reply to a conditional, encoded GET. The tag is weak (RFC 9110 §8.8.1): it names the JSON,
 * whose compressed forms are different bytes.
 *
 * @param staleSeconds age of the copy, when the store is away
 */
export async function respond(
  headers: IncomingHttpHeaders,
  answer: PreparedAnswer,
  staleSeconds?: number,
): Promise<Reply> {
  const common = {
    etag: `W/${answer.tag}`,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    ...staleHeaders(staleSeconds),
  }
  if (matchesAny(headers['if-none-match'], answer.tag)) return reply(304, undefined, common)
  const encoding = chooseEncoding(headers, answer.bytes)
  return reply(200, await answer.body(encoding), {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
}
