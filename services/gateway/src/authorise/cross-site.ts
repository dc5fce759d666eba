import type { IncomingMessage } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { assertOwnHost, isLoopback } from '@landscape/http/request/own-host'
import { addHeaders } from '@landscape/http/responses/response-head'
import { METHODS } from '@landscape/http/server/connection-errors'
import type { GatewayRequest } from '../request/gateway-request.ts'

export interface CrossSiteDeps {
  /** Addresses of front ends: their pages may read responses and write. */
  frontendUrls: readonly string[]
  /**
   * Development mode: pages of any loopback origin may read and write; requests with the host name of another
   * machine are rejected.
   */
  development: boolean
  /** The name or address that the gateway listens on. */
  listensOn?: string | undefined
}

const REQUEST_HEADERS =
  'Content-Type, Authorization, x-amzn-oidc-data, x-amzn-oidc-accesstoken, If-Match, ' +
  'If-None-Match, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name'
const EXPOSED_HEADERS =
  'ETag, Location, Link, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, Warning, Age'
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers': REQUEST_HEADERS,
  'access-control-max-age': '600',
}
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Values of `Sec-Fetch-Site` for a request of our own page, and for one that no page sent. */
const OWN_SITE: ReadonlySet<string> = new Set(['same-origin', 'none'])
const MAX_SHOWN_ORIGIN = 200

/**
 * Allows cross-origin reads and writes for configured origins only. Pages of other hosts of the same site
 * count as cross-site: the load balancer signs the requests of any page that a signed-in browser opens.
 */
export function createCrossSiteGuard({ frontendUrls, development, listensOn }: CrossSiteDeps) {
  const frontends = new Set(frontendUrls.map((url) => new URL(url).origin))
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined &&
    (frontends.has(origin) || (development && isLoopback(urlOf(origin)?.hostname ?? '')))

  /** Programs send neither `Origin` nor `Sec-Fetch-Site`. */
  const isCrossSite = ({ headers }: IncomingMessage) => {
    const { origin, host, 'sec-fetch-site': site = 'none' } = headers
    if (isAllowed(origin)) return false
    return !OWN_SITE.has(site.toLowerCase()) || (origin !== undefined && !isOwn(origin, host))
  }

  /**
   * Marks responses for pages of allowed origins.
   *
   * @throws DomainError `forbidden` for a write or preflight of a cross-site page; in development mode, for
   *   every request with a host name that DNS rebinding could use
   */
  return ({ req, res }: GatewayRequest): void => {
    const { origin, host } = req.headers
    if (development) assertOwnHost(host, listensOn)
    const preflight = isPreflight(req)
    if (isAllowed(origin)) {
      addHeaders(res, {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': EXPOSED_HEADERS,
        ...(preflight && PREFLIGHT_HEADERS),
      })
    }
    const isRead = SAFE.has(req.method ?? '') && !preflight
    if (!isRead && isCrossSite(req)) throw crossSite(origin)
  }
}

/** Whether an origin is that of the gateway's own pages; an unencrypted one can be forged. */
function isOwn(origin: string, host: string | undefined): boolean {
  const url = urlOf(origin)
  if (url === undefined || url.host !== host?.toLowerCase()) return false
  return isLoopback(url.hostname) || url.protocol === 'https:'
}

/** The URL of an `Origin` header; undefined unless it is the origin of a web page and nothing more. */
function urlOf(origin: string): URL | undefined {
  const url = URL.parse(origin)
  return url?.origin === origin && /^https?:$/.test(url.protocol) ? url : undefined
}

function crossSite(origin = ''): DomainError {
  const named = urlOf(origin)?.origin.slice(0, MAX_SHOWN_ORIGIN)
  const detail =
    named === undefined
      ? 'The request is from a page of another origin, which the browser does not name. ' +
        'Pages of this origin and of those in FRONTEND_URL, a setting of the gateway, may call this API.'
      : `Pages of the origin ${named} may not call this API. ` +
        'To allow it, add the origin to FRONTEND_URL in the settings of the gateway.'
  return new DomainError('forbidden', 'Cross-site request rejected', { extensions: { detail } })
}

/** Whether a request is a CORS preflight; the response has headers only. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
