import type { IncomingMessage, ServerResponse } from 'node:http'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import type { Credentials } from './credentials.ts'
import type { Prefix } from './prefixes.ts'

/** A request in the gateway, before it is forwarded. */
export interface GatewayRequest {
  req: IncomingMessage
  res: ServerResponse
  /** The prefix of its path; undefined for the gateway's own paths outside every prefix. */
  prefix: Prefix | undefined
  credentials: Credentials
  /** Address of the client, as reported by trusted proxies. */
  address: string
  /** The complete body when it was buffered; otherwise it is streamed from `req`. */
  body?: Buffer
}

/** Whether the response may be public: the prefix requires no identity, and the request has none. */
export function isAnonymous({
  prefix,
  req,
}: Pick<GatewayRequest, 'prefix'> & { req: Pick<IncomingMessage, 'headers'> }): boolean {
  if (prefix?.access === 'public') return true
  return prefix?.access === 'optional' && req.headers[IDENTITY_HEADER] === undefined
}
