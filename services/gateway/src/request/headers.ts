import type { IncomingHttpHeaders } from 'node:http'
import { SCM_COOKIES } from '@landscape/contracts/identity'
import { AUDIENCE_HEADER } from '@landscape/http/request/shared-read'
import type { Prefix } from './prefixes.ts'

/** Headers of one connection only (RFC 9110 §7.6.1), and `Expect`, which the gateway handles. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
])

/** Removing one of these because `Connection` names it would allow request smuggling. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])

/** The hop-by-hop headers that `Connection` names. */
function namedByConnection(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return []
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !FRAMING.has(name))
}

/** Headers of a service that clients do not receive: its software, and its mark for the gateway. */
const INTERNAL: ReadonlySet<string> = new Set(['x-powered-by', AUDIENCE_HEADER])

/**
 * Removes hop-by-hop headers, internal ones and those of CORS from a service's response. The gateway sets
 * those of CORS by the request's `Origin`.
 */
export function cleanResponseHeaders(headers: IncomingHttpHeaders): void {
  for (const name of namedByConnection(headers.connection)) delete headers[name]
  for (const name of HOP_BY_HOP) if (Object.hasOwn(headers, name)) delete headers[name]
  for (const name of Object.keys(headers)) {
    if (INTERNAL.has(name) || name.startsWith('access-control-')) delete headers[name]
  }
}

/** The client's headers that a service receives; a deny list would never be complete. */
const ALLOWED: ReadonlySet<string> = new Set([
  'host',
  // The body: its length and its type.
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
  // The response that the client wants.
  'accept',
  'accept-encoding',
  'if-match',
  'if-none-match',
  // The Model Context Protocol repeats parts of the body, which the service compares.
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  // The page that sends the request, for the cross-site check.
  'origin',
  'sec-fetch-site',
  'access-control-request-method',
])
/** The only directive of a client's `Cache-Control` that a service reads. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i
const COOKIES: ReadonlySet<string> = new Set(Object.values(SCM_COOKIES))
/** The receivers of these cookies: the assistant, and the landing page. */
const READS_COOKIES: ReadonlySet<string> = new Set(['assistant', 'gateway'])

/** Facts about a request that the gateway established. */
interface Established {
  requestId: string
  /** Address of the client. */
  address: string
  protocol: 'http' | 'https'
  prefix: Prefix | undefined
}

/**
 * The request headers that a service receives: allowed headers of the client that `Connection` does not name,
 * and those that the gateway sets. The identity is added later.
 */
export function serviceHeaders(
  given: IncomingHttpHeaders,
  { requestId, address, protocol, prefix }: Established,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  const named = namedByConnection(given.connection)
  for (const name of Object.keys(given)) {
    if (ALLOWED.has(name) && !named.includes(name)) headers[name] = given[name]
  }
  if (NO_TRANSFORM.test(given['cache-control'] ?? '') && !named.includes('cache-control'))
    headers['cache-control'] = 'no-transform'
  const cookie = prefix && READS_COOKIES.has(prefix.service) ? ownCookies(given.cookie) : undefined
  if (cookie !== undefined) headers.cookie = cookie
  headers['x-request-id'] = requestId
  headers['x-forwarded-for'] = address
  headers['x-forwarded-proto'] = protocol
  if (given.host !== undefined) headers['x-forwarded-host'] = given.host
  return headers
}

/** The cookies that the assistant set; those of the load balancer and of other pages are removed. */
function ownCookies(header: string | undefined): string | undefined {
  const pairs = header
    ?.split(';')
    .filter((pair) => COOKIES.has(pair.split('=', 1)[0]?.trim() ?? ''))
  return pairs?.length ? pairs.map((pair) => pair.trim()).join('; ') : undefined
}
