import { plainAddress } from '@landscape/http/request/client-network'

/**
 * Address of the client. Each trusted proxy appends the address of its peer to `X-Forwarded-For`; entries
 * before those are claims of the client. With fewer entries than trusted proxies the request bypassed one
 * of them, and only the peer is certain.
 *
 * @param hops number of trusted proxies in front of the gateway
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  hops: number,
): string {
  const peerAddress = plainAddress(peer ?? '') ?? ''
  if (hops === 0 || forwardedFor === undefined) return peerAddress
  return addressIn(String(forwardedFor).split(',').at(-hops) ?? '') ?? peerAddress
}

/** The address in `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:443`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return plainAddress(bare)
}
