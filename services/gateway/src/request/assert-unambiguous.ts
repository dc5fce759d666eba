import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { addHeaders } from '@landscape/http/responses/response-head'
import { METHODS } from '@landscape/http/server/connection-errors'

/** Headers that must occur once: two parsers could read different copies. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-amzn-oidc-data',
  'x-amzn-oidc-accesstoken',
  'origin',
  'content-type',
])
/** No path accepts PATCH; the services return 405 with the methods of the path. */
const KNOWN: ReadonlySet<string> = new Set([...METHODS, 'PATCH'])

/**
 * Rejects requests that two parsers could read differently: with a duplicated header, a transfer coding other
 * than `chunked`, or any transfer coding in HTTP/1.0 (RFC 9112 §6.1).
 *
 * @throws DomainError `invalid-input`, or `method-not-allowed` for methods that no route has
 */
export function assertUnambiguous(req: IncomingMessage, res: ServerResponse): void {
  if (!KNOWN.has(req.method ?? '')) {
    addHeaders(res, { allow: METHODS.join(', ') })
    throw new DomainError('method-not-allowed', 'Method not allowed')
  }
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || req.httpVersion === '1.0')) {
    const faults = [{ path: ['transfer-encoding'], detail: 'must be chunked, over HTTP/1.1' }]
    throw new DomainError('invalid-input', 'Transfer coding is not supported', { faults })
  }
  const seen = new Set<string>()
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]?.toLowerCase() ?? ''
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) {
      const faults = [{ path: [name], detail: 'is duplicated' }]
      throw new DomainError('invalid-input', 'Duplicated header', { faults })
    }
    seen.add(name)
  }
}
