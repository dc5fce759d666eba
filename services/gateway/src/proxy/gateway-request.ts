import type { IncomingMessage, ServerResponse } from 'node:http'
import { IDENTITY_HEADER, type Identity } from '@landscape/identity'
import type { Prefix } from './prefixes.ts'

/** Tokens that a client presented; they end here, no service sees them. */
export interface Credentials {
  authorization: string | undefined
  /** `x-amzn-oidc-data`: who the load balancer says is calling. */
  loadBalancer: string | undefined
  /** `x-amzn-oidc-accesstoken`: the caller's groups. */
  access: string | undefined
}

/** A request on its way through the gateway. */
export interface GatewayRequest {
  req: IncomingMessage
  res: ServerResponse
  /** Whose path it is; `undefined` for the gateway's own paths outside every prefix. */
  prefix: Prefix | undefined
  credentials: Credentials
  /** Address of the client, as far as trusted proxies tell. */
  address: string
  /** The whole body, when it was small enough to be taken in beforehand; else it is streamed from `req`. */
  body?: Buffer
}

/** Establishes the caller; rejects when a token that counts is missing or wrong. */
export type Identify = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity | undefined> | Identity | undefined

/** Whether what a request is answered may be everybody's: its path asks for no identity, and it bears none. */
export function isAnonymous({
  prefix,
  req,
}: Pick<GatewayRequest, 'prefix'> & { req: Pick<IncomingMessage, 'headers'> }): boolean {
  if (prefix?.access === 'public') return true
  return prefix?.access === 'optional' && req.headers[IDENTITY_HEADER] === undefined
}
