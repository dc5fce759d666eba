import type { IncomingMessage } from 'node:http'
import { DomainError } from '@landscape/errors'
import { announce, assertOwnHost, isLoopback, METHODS } from '@landscape/http'
import type { GatewayRequest } from './gateway-request.ts'

export interface CrossSiteDeps {
  /** Addresses of the web client: their pages may read answers and write. */
  frontendUrls: readonly string[]
  /** Only names of this machine count as our own: others could be pointed here by a stranger. */
  development: boolean
  /** The name or address that the gateway was told to listen on. */
  listensOn?: string | undefined
}

const ALLOWED_METHODS = METHODS.join(', ')
const REQUEST_HEADERS =
  'Content-Type, Authorization, x-amzn-oidc-data, x-amzn-oidc-accesstoken, If-Match, If-None-Match, X-Request-Id'
const ANSWER_HEADERS =
  'ETag, Location, Link, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, Warning, Age, Deprecation, Sunset'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * Cross-origin reads for the web client's addresses only, and no writes by pages of other sites:
 * the load balancer signs requests for any page that makes a signed-in browser send one.
 */
export function createCrossSiteGuard({ frontendUrls, development, listensOn }: CrossSiteDeps) {
  const allowed = new Set(frontendUrls.map((url) => new URL(url).origin))

  const isOwn = (origin: string, host: string | undefined) => {
    if (host === undefined || !URL.canParse(origin)) return false
    const url = new URL(origin)
    if (url.host !== host.toLowerCase()) return false
    return isLoopback(url.hostname) || (!development && url.protocol === 'https:')
  }
  const mayWrite = ({ req }: GatewayRequest) => {
    const { origin, host } = req.headers
    const site = (req.headers['sec-fetch-site'] ?? '').toLowerCase()
    if (origin !== undefined && allowed.has(origin)) return true
    if (site.includes('cross-site')) return false
    if (origin === undefined || isOwn(origin, host)) return true
    return site === 'same-site' && origin !== 'null'
  }

  /**
   * Marks answers for the web client.
   *
   * @throws DomainError `forbidden` for a write that a foreign page makes and, in development mode, for
   *   every request under a name that a stranger could point here
   */
  return (request: GatewayRequest): void => {
    const { req, res } = request
    const { origin, host } = req.headers
    if (development) assertOwnHost(host, listensOn)
    if (origin !== undefined && allowed.has(origin)) {
      announce(res, {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': ANSWER_HEADERS,
      })
    }
    if (isPreflight(req) && origin !== undefined && allowed.has(origin)) {
      announce(res, {
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': '600',
      })
    }
    if (SAFE.has(req.method ?? '')) return
    if (!mayWrite(request)) throw new DomainError('forbidden', 'Cross-site request refused')
  }
}

/** Whether a browser only asks what a page may do; the answer is in the headers, with no body. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
