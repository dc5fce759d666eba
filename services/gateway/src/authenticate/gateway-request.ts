import type { IncomingMessage, ServerResponse } from 'node:http'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import type { Identity } from '@landscape/contracts/identity'
import type { Prefix } from '../authorise/prefixes.ts'

/** Tokens of a client; the gateway removes them from the request. */
export interface Credentials {
  authorization: string | undefined
  /** `x-amzn-oidc-data`: the caller according to the load balancer. */
  loadBalancer: string | undefined
  /** `x-amzn-oidc-accesstoken`: the caller's groups. */
  access: string | undefined
  /** The header that OIDC_TOKEN_HEADER names: the caller according to a proxy that signs in browsers. */
  proxy?: string | undefined
}

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

/** Establishes the caller; rejects when a required token is missing or invalid. */
export type Identify = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity | undefined> | Identity | undefined

/** Whether the response may be public: the prefix requires no identity, and the request has none. */
export function isAnonymous({
  prefix,
  req,
}: Pick<GatewayRequest, 'prefix'> & { req: Pick<IncomingMessage, 'headers'> }): boolean {
  if (prefix?.access === 'public') return true
  return prefix?.access === 'optional' && req.headers[IDENTITY_HEADER] === undefined
}
