import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What callers without an identity are counted by: the address itself, or the /64 of an IPv6 address,
 * since one household has a whole one. What is no address counts as `unknown`.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return 'unknown'
  // A socket for both kinds reports the IPv4 address 192.0.2.1 as ::ffff:192.0.2.1.
  const known = ipaddr.process(address)
  if (!(known instanceof ipaddr.IPv6)) return known.toString()
  const parts = known.parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
