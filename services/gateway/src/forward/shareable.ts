import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { chooseEncoding, type Encoding } from '@landscape/http/responses/encoding'
import { rowFormat, type RowFormat } from '@landscape/http/responses/rows'
import {
  isShareable,
  isShareableSignedIn,
  isSharedState,
} from '@landscape/http/request/shared-read'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { isAnonymous, type GatewayRequest } from '../request/gateway-request.ts'

/** The callers who receive one response: those without a verified identity, or those with one. */
export type Audience = 'anonymous' | 'signed-in'

/** A request that the callers of an audience may share: nothing else of theirs reaches the service. */
export interface SharedRequest {
  audience: Audience
  /** Path and query. */
  target: string
  encoding: Encoding
  /** Format of rows; `json` elsewhere. */
  format: RowFormat
}

/** Other headers that a shared request may have: none of them changes a shared response. */
const INSIGNIFICANT: ReadonlySet<string> = new Set([
  'host',
  'accept',
  'accept-encoding',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  'x-request-id',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
])
/** Maximum length in characters; longer targets rarely repeat. */
const MAX_TARGET = 1_024

type Request = Pick<GatewayRequest, 'prefix'> & {
  req: Pick<IncomingMessage, 'method' | 'headers' | 'url'>
}

/** The shared form of a request: a read without other significant headers. */
export function sharedRequestOf(request: Request): SharedRequest | undefined {
  const { method, headers, url: target = '' } = request.req
  const audience = audienceOf(request)
  if (audience === undefined) return undefined
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (target.length > MAX_TARGET) return undefined
  for (const name in headers)
    if (!INSIGNIFICANT.has(name) && name !== IDENTITY_HEADER) return undefined
  return {
    audience,
    target,
    encoding: chooseEncoding(headers, Infinity),
    format: rowFormat(headers),
  }
}

/**
 * The audience of a caller. Admission removes an identity header of the client, and sets its own for a caller
 * whom it verified.
 */
function audienceOf({ req, prefix }: Request): Audience | undefined {
  if (req.headers[IDENTITY_HEADER] === undefined)
    return isAnonymous({ req, prefix }) ? 'anonymous' : undefined
  const access = prefix?.access
  return access === 'optional' || access === 'authenticated' ? 'signed-in' : undefined
}

const TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

/** The request headers that distinguish shared requests. */
const VARIES_BY: ReadonlySet<string> = new Set(['', 'accept', 'accept-encoding'])

/**
 * Whether an audience may share a response: the service marks it for this audience, it sets no cookie, and varies
 * by encoding and format at most. It has an ETag, unless only concurrent callers may share it.
 */
export function isShared(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  audience: Audience,
): boolean {
  const { etag, vary, 'set-cookie': cookie } = headers
  if (cookie !== undefined || !isMarked(headers, audience)) return false
  if (etag === undefined ? !isSharedState(headers) : !TAG.test(etag)) return false
  const names = (vary ?? '').toLowerCase().split(',')
  const varies = new Set(names.map((name) => name.trim()))
  // Cookies hold the token, which the gateway has verified.
  if (audience === 'signed-in') varies.delete('cookie')
  if (!varies.isSubsetOf(VARIES_BY)) return false
  // A duplicated header is ambiguous.
  return rawHeaders.length / 2 === Object.keys(headers).length
}

function isMarked(headers: IncomingHttpHeaders, audience: Audience): boolean {
  if (audience === 'signed-in') return isShareableSignedIn(headers)
  return isShareable(headers) || isSharedState(headers)
}

/** Length of the body of a 200 with a known length, in the requested encoding. */
export function completeLength(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  encoding: Encoding,
): number | undefined {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = headers
  if (statusCode !== 200 || length === undefined) return undefined
  return coding === encoding || coding === 'identity' ? Number(length) : undefined
}
