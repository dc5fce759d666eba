import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoised } from '@landscape/contracts'
import Negotiator from 'negotiator'

/** Content codings that are offered (RFC 9110 §8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Smaller than this, the headers weigh more than what compression saves. */
const WORTH_BYTES = 1_024
const OFFERED: Encoding[] = ['br', 'gzip', 'identity']
/** Characters; a list of preferences that fills a header takes ten times the work of a request to take apart. */
export const MAX_PREFERENCES = 1_000

/**
 * The encoding to send (RFC 9110 §12.5.3); brotli first where the client has no preference.
 *
 * @param headers of the request; `Cache-Control: no-transform` asks for the bytes as they are
 */
export function chooseEncoding(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  bytes: number,
): Encoding {
  const accepted = headers['accept-encoding']
  if (bytes < WORTH_BYTES || !isWorthReading(accepted)) return 'identity'
  if (/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''))) return 'identity'
  return negotiated(accepted)
}

/** Whether a client says what it would rather have, in so few words that they cost nothing to understand. */
export function isWorthReading(preferences: string | string[] | undefined): preferences is string {
  return typeof preferences === 'string' && preferences.length <= MAX_PREFERENCES
}

/** What the published types of negotiator 1 do not show yet. */
interface EncodingNegotiator {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

/** Clients are of few kinds, and each says the same every time. */
const negotiated = memoised(
  (accepted): Encoding => {
    const request = { headers: { 'accept-encoding': accepted } }
    const negotiator = new Negotiator(request) as unknown as EncodingNegotiator
    const choice = negotiator.encoding(OFFERED, { preferred: OFFERED }) as Encoding | undefined
    return choice ?? 'identity'
  },
  { texts: 100, length: MAX_PREFERENCES },
)

/** Compresses a text in a thread of libuv's pool. */
export async function compress(text: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return text
  return encoding === 'gzip' ? promisify(gzip)(text) : promisify(brotliCompress)(text, BROTLI)
}

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
