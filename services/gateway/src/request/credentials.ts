import type { IncomingHttpHeaders } from 'node:http'
import { KEY_PREFIX } from '@landscape/contracts/api-key-text'
import { ownMember } from '@landscape/contracts/json'

/** Credentials of a client; the gateway removes them from the request. */
export interface Credentials {
  /** An API key in `Authorization`, valid or not. */
  apiKey?: string | undefined
  /** A token in `Authorization`. */
  token?: string | undefined
  /** `x-amzn-oidc-data`: the caller according to the load balancer. */
  loadBalancer?: string | undefined
  /** `x-amzn-oidc-accesstoken`: the caller's groups. */
  access?: string | undefined
  /** The header that OIDC_TOKEN_HEADER names: the caller according to a proxy that signs in browsers. */
  proxy?: string | undefined
}

/** @param tokenHeader lower-case name of the header of a proxy that signs in browsers; none when absent */
export function credentialsIn(headers: IncomingHttpHeaders, tokenHeader?: string): Credentials {
  const token = withoutScheme(headers.authorization)
  const isKey = token?.startsWith(KEY_PREFIX)
  return {
    [isKey ? 'apiKey' : 'token']: token,
    loadBalancer: single(headers['x-amzn-oidc-data']),
    access: single(headers['x-amzn-oidc-accesstoken']),
    proxy:
      tokenHeader === undefined
        ? undefined
        : withoutScheme(single(ownMember(headers, tokenHeader))),
  }
}

/** The token in a header, whose scheme `Bearer` may be missing. */
function withoutScheme(header: string | undefined): string | undefined {
  return header?.replace(/^Bearer +/i, '')
}

function single(value: string | string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
