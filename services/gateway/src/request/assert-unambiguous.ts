import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '@landscape/errors'
import { METHODS } from '@landscape/http'

/** Headers that decide something and of which two readers could each take another copy. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-amzn-oidc-data',
  'x-amzn-oidc-accesstoken',
  'origin',
  'content-type',
])
/** PATCH passes too: no path takes it, and the services say which methods it could be instead. */
const KNOWN: ReadonlySet<string> = new Set([...METHODS, 'PATCH'])

/**
 * Refuses messages that two readers could take apart differently: repeated headers that decide
 * something, transfer codings other than `chunked`, codings in HTTP/1.0 (RFC 9112 §6.1).
 *
 * @throws DomainError `invalid-input`, or `method-not-allowed` for methods that nobody serves
 */
export function assertUnambiguous(req: IncomingMessage, res: ServerResponse): void {
  if (!KNOWN.has(req.method ?? '')) {
    res.setHeader('allow', METHODS.join(', '))
    throw new DomainError('method-not-allowed', 'Method not allowed')
  }
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || req.httpVersion === '1.0')) {
    throw new DomainError('invalid-input', 'Transfer coding not supported')
  }
  let seen = ''
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]?.toLowerCase() ?? ''
    if (!SINGLE.has(name)) continue
    if (seen.includes(`${name}:`)) throw new DomainError('invalid-input', 'Repeated header')
    seen += `${name}:`
  }
}
