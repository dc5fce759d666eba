import { isIP } from 'node:net'

/**
 * Address of the client: what the nearest untrusted party told. Each trusted proxy appends the
 * address it saw to `X-Forwarded-For`; what stands before those entries is the client's own claim.
 *
 * @param hops number of trusted proxies in front of the gateway
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  hops: number,
): string {
  const own = peer ?? ''
  if (hops === 0 || forwardedFor === undefined) return own
  const chain = String(forwardedFor)
    .split(',')
    .map((entry) => entry.trim())
  const told = chain[Math.max(0, chain.length - hops)] ?? ''
  return isIP(told) === 0 ? own : told
}
