import { networkOf } from '@landscape/http'
import type { Identity } from '@landscape/identity'
import type { Request } from 'express'

/** Who calls, for counting: the identity, else the network of the address that the gateway gives. */
export function callerOf(req: Pick<Request, 'headers'>, identity?: Identity): string {
  if (identity) return `user ${identity.subject}`
  return `address ${networkOf(String(req.headers['x-forwarded-for'] ?? ''))}`
}
