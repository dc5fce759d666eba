import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoise } from '@landscape/contracts'
import Negotiator from 'negotiator'

/** Supported content codings (RFC 9110 §8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Minimum size of a body for compression to save more than its headers cost. */
const MIN_BYTES = 1_024
const OFFERED: Encoding[] = ['br', 'gzip', 'identity']
/** Maximum length of a preference header (characters): parsing a full header costs ten times a request. */
export const MAX_PREFERENCES = 1_000

/**
 * Selects the content coding (RFC 9110 §12.5.3); brotli when the client has no preference.
 *
 * @param headers of the request; `Cache-Control: no-transform` disables compression
 */
export function chooseEncoding(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  bytes: number,
): Encoding {
  const accepted = headers['accept-encoding']
  if (bytes < MIN_BYTES || !isWorthReading(accepted)) return 'identity'
  if (/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''))) return 'identity'
  return negotiated(accepted)
}

/** Whether a preference header is present and short enough to parse. */
export function isWorthReading(preferences: string | string[] | undefined): preferences is string {
  return typeof preferences === 'string' && preferences.length <= MAX_PREFERENCES
}

/** Missing in the published types of negotiator 1. */
interface EncodingNegotiator {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

/** Cached: most clients send one of a few headers. */
const negotiated = memoise(
  (accepted): Encoding => {
    const request = { headers: { 'accept-encoding': accepted } }
    const negotiator = new Negotiator(request) as unknown as EncodingNegotiator
    const choice = negotiator.encoding(OFFERED, { preferred: OFFERED }) as Encoding | undefined
    return choice ?? 'identity'
  },
  { entries: 100, length: MAX_PREFERENCES },
)

/** Compresses a body in libuv's thread pool. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'gzip' ? promisify(gzip)(body) : promisify(brotliCompress)(body, BROTLI)
}

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
