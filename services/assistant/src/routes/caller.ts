import type { Identity } from '@landscape/identity'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * Who calls, for counting: the identity, else the address that the gateway gives. One household has
 * a whole /64 of IPv6 addresses.
 */
export function callerOf(req: Pick<Request, 'headers'>, identity?: Identity): string {
  if (identity) return `user ${identity.subject}`
  const address = String(req.headers['x-forwarded-for'] ?? '')
  if (!ipaddr.isValid(address)) return 'address unknown'
  const known = ipaddr.process(address)
  const network = known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known
  return `address ${network.toString()}`
}
