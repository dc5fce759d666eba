import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Normalises an IP address; `undefined` when it is invalid. Removes the zone of a link-local address, which
 * names a local interface (RFC 4007 §11). An IPv4-mapped address (::ffff:192.0.2.1) becomes IPv4.
 */
export function plainAddress(text: string): string | undefined {
  // `isIP` accepts one spelling of IPv4 only.
  return isIP(text) === 4 ? text : parsed(text)?.toString()
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = text.split('%', 1)
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/**
 * The network that anonymous callers are counted by: the IPv4 address, or the /64 of an IPv6 address, which
 * one household owns. An invalid address counts as `unknown`.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address
  const known = parsed(address)
  if (!known) return 'unknown'
  if (!(known instanceof ipaddr.IPv6)) return known.toString()
  const parts = known.parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
