import { staleHeaders } from '@landscape/http/responses/conditional-read'
import { reply, type Reply } from '@landscape/http/responses/reply'

/** Header of a reply that no cache may store. */
export const NO_STORE = { 'cache-control': 'no-store' }

/**
 * A reply that no cache may store, since it is specific to the caller.
 *
 * @param ages seconds since each part was current; undefined when it is current
 */
export function personalReply<T>(value: T, ...ages: (number | undefined)[]): Reply<T> {
  const stale = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    ...NO_STORE,
    ...staleHeaders(stale.length === 0 ? undefined : Math.max(...stale)),
  })
}
