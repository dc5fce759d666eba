import type { IncomingHttpHeaders } from 'node:http'
import { SCM_COOKIES } from '@landscape/identity'
import { namedByConnection } from './hop-by-hop.ts'
import type { Prefix } from './prefixes.ts'

/**
 * What a client may say to a service. A list of what is harmful was never whole: there was always
 * one more header by which some software is told who calls, from where or for what.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'host',
  // The body: where it ends and what it is.
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
  // Which answer is wanted.
  'accept',
  'accept-encoding',
  'cache-control',
  'if-match',
  'if-none-match',
  // What browsers say of the page that asks; for the gateway itself.
  'origin',
  'sec-fetch-site',
  'access-control-request-method',
])
const COOKIES: ReadonlySet<string> = new Set(Object.values(SCM_COOKIES))

/** What the gateway found out about a request. */
export interface Established {
  requestId: string
  /** Address of the client. */
  address: string
  protocol: 'http' | 'https'
  prefix: Prefix | undefined
}

/**
 * The headers that a service sees of a request: of the client's own those that are allowed and that
 * `Connection` does not take back, and what the gateway says instead of the client. Who calls is
 * added when it is known.
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
  const cookie = prefix?.service === 'assistant' ? ownCookies(given.cookie) : undefined
  if (cookie !== undefined) headers.cookie = cookie
  headers['x-request-id'] = requestId
  headers['x-forwarded-for'] = address
  headers['x-forwarded-proto'] = protocol
  if (given.host !== undefined) headers['x-forwarded-host'] = given.host
  return headers
}

/** The cookies that the assistant set; those of the load balancer and of other pages stay here. */
function ownCookies(header: string | undefined): string | undefined {
  const own = header?.split(';').filter((pair) => COOKIES.has(pair.split('=', 1)[0]?.trim() ?? ''))
  return own?.length ? own.map((pair) => pair.trim()).join('; ') : undefined
}
