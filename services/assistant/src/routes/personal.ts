import { networkOf, reply, type Reply } from '@landscape/http'
import type { Identity } from '@landscape/identity'
import { staleHeaders } from '@landscape/service'

/** Who calls, for counting: the identity, else the network of the address that the gateway gives. */
export function callerOf(address: string | undefined, identity?: Identity): string {
  return identity ? `user ${identity.subject}` : `address ${networkOf(address ?? '')}`
}

/**
 * Answers what is meant for the caller alone: no cache keeps it.
 *
 * @param ages seconds since the host or the store said so, of each part that is not current
 */
export function personalAnswer<T>(value: T, ...ages: (number | undefined)[]): Reply<T> {
  const known = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    'cache-control': 'no-store',
    ...staleHeaders(known.length === 0 ? undefined : Math.max(...known)),
  })
}
