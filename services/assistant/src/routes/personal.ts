import { networkOf, reply, type Reply, staleHeaders } from '@landscape/http'
import type { Identity } from '@landscape/contracts'

/** The key of the caller for rate limits: the identity, else the network of the client address. */
export function callerOf(address: string | undefined, identity?: Identity): string {
  return identity ? `user ${identity.subject}` : `address ${networkOf(address ?? '')}`
}

/**
 * A reply that no cache may store, since it is specific to the caller.
 *
 * @param ages seconds since each part was current; undefined when it is current
 */
export function personalReply<T>(value: T, ...ages: (number | undefined)[]): Reply<T> {
  const stale = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    'cache-control': 'no-store',
    ...staleHeaders(stale.length === 0 ? undefined : Math.max(...stale)),
  })
}
