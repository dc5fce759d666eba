import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'
import { isShareable } from '@landscape/http'
import { chooseEncoding, rowFormat, type Encoding, type RowFormat } from '@landscape/service'
import { isOfNobody, type GatewayRequest } from './gateway-request.ts'

/** A question that many callers may share: nothing else of their requests reaches the service. */
export interface SharedQuestion {
  /** Path and query. */
  target: string
  encoding: Encoding
  /** Of rows, where there are any. */
  format: RowFormat
}

/** What a request may say beside its question: nothing here changes a public answer. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
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
/** Every answer is asked for anew; whoever demands more than that asks alone. */
const USUAL_DEMANDS: ReadonlySet<string | undefined> = new Set([undefined, 'no-cache', 'max-age=0'])
/** Characters; the variety of longer targets has no bound worth remembering. */
const MAX_TARGET = 1_024

/**
 * The question of a request, if all that may share it would put it alike: a read by nobody in
 * particular, where everybody may.
 */
export function questionIn({
  req,
  prefix,
}: Pick<GatewayRequest, 'prefix'> & {
  req: Pick<IncomingMessage, 'method' | 'headers' | 'url'>
}): SharedQuestion | undefined {
  const { method, headers, url: target = '' } = req
  if (!isOfNobody({ req, prefix })) return undefined
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (target.length > MAX_TARGET || !USUAL_DEMANDS.has(headers['cache-control'])) return undefined
  for (const name in headers) if (!WITHOUT_EFFECT.has(name)) return undefined
  return {
    target,
    encoding: chooseEncoding(headers, Infinity),
    format: rowFormat(headers),
  }
}

const TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

/** What questions are told apart by. */
const VARIES_BY: ReadonlySet<string> = new Set(['', 'accept', 'accept-encoding'])

/**
 * The tag of an answer that the service lets everybody share: it says that the answer is `public`, that it
 * is to be asked for anew each time, and that it varies by its encoding and format at most.
 */
export function sharedTag({
  headers,
  rawHeaders,
}: Pick<Answer, 'headers' | 'rawHeaders'>): string | undefined {
  const { etag, vary, 'set-cookie': cookie } = headers
  if (etag === undefined || !TAG.test(etag) || cookie !== undefined) return undefined
  if (!isShareable(headers['cache-control'])) return undefined
  if (!(vary ?? '').split(/\s*,\s*/).every((name) => VARIES_BY.has(name.toLowerCase())))
    return undefined
  // Of a header that is there twice nobody can say which is meant.
  return rawHeaders.length / 2 === Object.keys(headers).length ? etag : undefined
}

/** Bytes of the body of an answer that has one of a known length, whole and in the encoding that was asked for. */
export function wholeLength(
  { statusCode, headers }: Pick<Answer, 'statusCode' | 'headers'>,
  encoding: Encoding,
): number | undefined {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = headers
  if (statusCode !== 200 || length === undefined) return undefined
  return coding === encoding || coding === 'identity' ? Number(length) : undefined
}
