import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { matchesAny, reply, staleHeaders, tagOf, type Reply } from '@landscape/http'
import type { Request } from 'express'

interface Prepared {
  bytes: Buffer
  tag: string
  packed: Promise<Buffer> | undefined
}

const prepared = new WeakMap<object, Prepared>()
const pack = promisify(gzip)

/** Smaller than this, the headers weigh more than what compression saves. */
const WORTH_BYTES = 1_024

/**
 * Answers a value that is the same for everybody who may see it, conditionally and packed. A value
 * is serialised and packed once, however often it is asked for: stored documents and shared upstream
 * answers are one object per version.
 *
 * @param staleSeconds age of the value, when its source is away
 */
export async function sharedAnswer(
  req: Request,
  value: object,
  { staleSeconds }: { staleSeconds?: number } = {},
): Promise<Reply> {
  const known = prepare(value)
  const common = {
    // Weak: it names the JSON, whose packed form is other bytes (RFC 9110 §8.8.1).
    etag: `W/${known.tag}`,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Cookie',
    ...staleHeaders(staleSeconds),
  }
  if (matchesAny(req.headers['if-none-match'], known.tag)) return reply(304, undefined, common)
  const headers = { ...common, 'content-type': 'application/json; charset=utf-8' }
  if (!wantsPacked(req, known.bytes.length)) return reply(200, known.bytes, headers)
  known.packed ??= pack(known.bytes)
  return reply(200, await known.packed, { ...headers, 'content-encoding': 'gzip' })
}

function wantsPacked(req: Request, bytes: number): boolean {
  if (bytes < WORTH_BYTES || req.headers['accept-encoding'] === undefined) return false
  if (/\bno-transform\b/i.test(req.headers['cache-control'] ?? '')) return false
  return req.acceptsEncodings(['gzip', 'identity']) === 'gzip'
}

/** Answers what is meant for the caller alone: no cache keeps it. */
export function personalAnswer(value: unknown, ...ages: (number | undefined)[]): Reply {
  const known = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    'cache-control': 'no-store',
    ...staleHeaders(known.length === 0 ? undefined : Math.max(...known)),
  })
}

function prepare(value: object): Prepared {
  const known = prepared.get(value)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(value))
  const fresh = { bytes, tag: tagOf(bytes), packed: undefined }
  prepared.set(value, fresh)
  return fresh
}
