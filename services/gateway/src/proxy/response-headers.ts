import type { IncomingHttpHeaders } from 'node:http'
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.ts'

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
}
