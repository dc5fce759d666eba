import type { IncomingMessage } from 'node:http'
import type { UpstreamResponse } from './upstream-response.ts'
import {
  chooseEncoding,
  type Encoding,
  isShareable,
  rowFormat,
  type RowFormat,
} from '@landscape/http'
import { isAnonymous, type GatewayRequest } from './gateway-request.ts'

/** A request that anonymous callers may share: nothing else of theirs reaches the service. */
export interface SharedRequest {
  /** Path and query. */
  target: string
  encoding: Encoding
  /** Format of rows; `json` elsewhere. */
  format: RowFormat
}

/** Other headers that a shared request may have: none of them changes a public response. */
const INSIGNIFICANT: ReadonlySet<string> = new Set([
  'host',
  'accept',
  'accept-encoding',
  'cache-control',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  'x-request-id',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
])
/** Each response is revalidated; a request that demands more is forwarded alone. */
const SHARED_DEMANDS: ReadonlySet<string | undefined> = new Set([
  undefined,
  'no-cache',
  'max-age=0',
])
/** Maximum length in characters; longer targets rarely repeat. */
const MAX_TARGET = 1_024

/** The shared form of a request: an anonymous read of a public path without other significant headers. */
export function sharedRequestOf({
  req,
  prefix,
}: Pick<GatewayRequest, 'prefix'> & {
  req: Pick<IncomingMessage, 'method' | 'headers' | 'url'>
}): SharedRequest | undefined {
  const { method, headers, url: target = '' } = req
  if (!isAnonymous({ req, prefix })) return undefined
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (target.length > MAX_TARGET || !SHARED_DEMANDS.has(headers['cache-control'])) return undefined
  for (const name in headers) if (!INSIGNIFICANT.has(name)) return undefined
  return {
    target,
    encoding: chooseEncoding(headers, Infinity),
    format: rowFormat(headers),
  }
}

const TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

/** The request headers that distinguish shared requests. */
const VARIES_BY: ReadonlySet<string> = new Set(['', 'accept', 'accept-encoding'])

/**
 * The ETag of a shareable response: one that the service marks `SHAREABLE`, that sets no cookie, and that
 * varies by encoding and format at most.
 */
export function sharedTag({
  headers,
  rawHeaders,
}: Pick<UpstreamResponse, 'headers' | 'rawHeaders'>): string | undefined {
  const { etag, vary, 'set-cookie': cookie } = headers
  if (etag === undefined || !TAG.test(etag) || cookie !== undefined) return undefined
  if (!isShareable(headers['cache-control'])) return undefined
  if (!(vary ?? '').split(/\s*,\s*/).every((name) => VARIES_BY.has(name.toLowerCase())))
    return undefined
  // A duplicated header is ambiguous.
  return rawHeaders.length / 2 === Object.keys(headers).length ? etag : undefined
}

/** Length of the body of a 200 with a known length, in the requested encoding. */
export function completeLength(
  { statusCode, headers }: Pick<UpstreamResponse, 'statusCode' | 'headers'>,
  encoding: Encoding,
): number | undefined {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = headers
  if (statusCode !== 200 || length === undefined) return undefined
  return coding === encoding || coding === 'identity' ? Number(length) : undefined
}
