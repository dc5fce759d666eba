import type { Identity } from '@landscape/identity'
import type { RequestHandler } from 'express'
import type { Prefix } from './prefixes.ts'

/** Tokens that a client presented; they end here, no service sees them. */
export interface Credentials {
  authorization: string | undefined
  /** `x-amzn-oidc-data`: who the load balancer says is calling. */
  loadBalancer: string | undefined
  /** `x-amzn-oidc-accesstoken`: the caller's groups. */
  access: string | undefined
}

/** What the gateway knows about a request from one middleware to the next. */
export interface Edge {
  prefix: Prefix
  credentials: Credentials
  /** Address of the client, as far as trusted proxies tell. */
  address: string
  identity: Identity | undefined
}

/** A middleware of the gateway: `res.locals` holds the edge. */
export type EdgeHandler = RequestHandler<object, unknown, unknown, object, { edge?: Edge }>

/** Establishes the caller; rejects when a token that counts is missing or wrong. */
export type Identify = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity | undefined> | Identity | undefined
