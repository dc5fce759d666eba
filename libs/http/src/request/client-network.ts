import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An IP address in one spelling; `undefined` for what is none. The zone of a link-local address names
 * an interface of one machine (RFC 4007 §11), and is left out; an IPv4 address that a socket for both
 * kinds reports as ::ffff:192.0.2.1 is the IPv4 address.
 */
export function plainAddress(text: string): string | undefined {
  // Of an IPv4 address there is one spelling; nearly every peer has one.
  return isIP(text) === 4 ? text : parsed(text)?.toString()
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = text.split('%', 1)
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/**
 * What callers without an identity are counted by: the address itself, or the /64 of an IPv6 address,
 * since one household has a whole one. What is no address counts as `unknown`.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address
  const known = parsed(address)
  if (!known) return 'unknown'
  if (!(known instanceof ipaddr.IPv6)) return known.toString()
  const parts = known.parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
