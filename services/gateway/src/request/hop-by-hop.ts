import type { IncomingHttpHeaders } from 'node:http'

/** Headers that concern one connection only (RFC 9110 §7.6.1), plus `Expect`, answered here. */
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

/** Removing one of these because `Connection` names it would let a second request be smuggled. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])

/** The further headers that a `Connection` header names as belonging to the connection. */
export function namedByConnection(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return []
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !FRAMING.has(name))
}

/**
 * Removes from an upstream's answer what concerns its connection, tells about its software or
 * would open it to other sites: that is decided here, by the request's `Origin`.
 */
export function cleanResponseHeaders(headers: IncomingHttpHeaders): void {
  for (const name of namedByConnection(headers.connection)) delete headers[name]
  for (const name of HOP_BY_HOP) if (name in headers) delete headers[name]
  for (const name of Object.keys(headers)) {
    if (name === 'x-powered-by' || name.startsWith('access-control-')) delete headers[name]
  }
  headers.vary = headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`
}
