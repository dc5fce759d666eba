import { matchesAny, reply, staleHeaders, tagOf, type Reply } from '@landscape/http'
import type { Request } from 'express'

interface Prepared {
  bytes: Buffer
  tag: string
}

const prepared = new WeakMap<object, Prepared>()

/**
 * Answers a value that is the same for everybody, conditionally. A value is serialised once, however
 * often it is asked for: stored documents and shared upstream answers are one object per version.
 *
 * @param staleSeconds age of the value, when its source is away
 */
export function sharedAnswer(
  req: Pick<Request, 'headers'>,
  value: object,
  { staleSeconds, headers = {} }: { staleSeconds?: number; headers?: Record<string, string> } = {},
): Reply {
  const { bytes, tag } = prepare(value)
  const common = {
    ...headers,
    etag: tag,
    'cache-control': 'private, no-cache',
    ...staleHeaders(staleSeconds),
  }
  if (matchesAny(req.headers['if-none-match'], tag)) return reply(304, undefined, common)
  return reply(200, bytes, { ...common, 'content-type': 'application/json; charset=utf-8' })
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
  const fresh = { bytes, tag: tagOf(bytes) }
  prepared.set(value, fresh)
  return fresh
}
