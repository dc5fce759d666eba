import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf, setRoute } from '@landscape/http'
import type { GatewayRequest } from './gateway-request.ts'
import { assertSafeTarget } from './assert-safe-target.ts'
import { createPrefixFinder, type Prefix } from './prefixes.ts'
import { assertUnambiguous } from './assert-unambiguous.ts'
import { cleanRequestHeaders } from './clean-request-headers.ts'

export interface RequestReaderDeps {
  prefixes: readonly Prefix[]
  /** Number of proxies in front whose `X-Forwarded-*` entries are true. */
  trustedProxies: number
}

/**
 * Refuses what two readers could understand differently, takes the tokens off the request and
 * replaces every header that says something about the caller or the connection.
 */
export function createRequestReader({ prefixes, trustedProxies }: RequestReaderDeps) {
  const findPrefix = createPrefixFinder(prefixes)
  return (req: IncomingMessage, res: ServerResponse, address: string): GatewayRequest => {
    const target = req.url ?? ''
    assertUnambiguous(req)
    assertSafeTarget(target)
    const query = target.indexOf('?')
    const prefix = findPrefix(query === -1 ? target : target.slice(0, query))
    if (prefix) setRoute(res, `${prefix.path}/*`)
    const given = req.headers
    req.headers = cleanRequestHeaders(given)
    req.headers['x-request-id'] = requestIdOf(res)
    req.headers['x-forwarded-for'] = address
    req.headers['x-forwarded-proto'] = protocol(given['x-forwarded-proto'], trustedProxies)
    if (given.host !== undefined) req.headers['x-forwarded-host'] = given.host
    const credentials = {
      authorization: given.authorization,
      loadBalancer: single(given['x-amzn-oidc-data']),
      access: single(given['x-amzn-oidc-accesstoken']),
    }
    return { req, res, prefix, address, credentials }
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

function protocol(told: string | string[] | undefined, trustedProxies: number): 'http' | 'https' {
  return trustedProxies > 0 && told === 'https' ? 'https' : 'http'
}
