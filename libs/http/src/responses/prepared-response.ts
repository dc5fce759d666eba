import { tagOf } from '@landscape/store/documents/entity-tag'
import { oneByOne } from './one-by-one.ts'
import { shareByKey } from '@landscape/contracts/async/share-calls'
import { LRUCache } from 'lru-cache'
import { notCached } from '../request/shared-read.ts'
import { compress, compressFast, isLarge, type Encoding } from './encoding.ts'

/** A response body, serialised once. */
export interface PreparedResponse<T> {
  /** Its `Content-Type`. */
  readonly type: string
  /** Entity tag of the uncompressed body, the same for every encoding. */
  readonly tag: string
  /** Length of the uncompressed body in bytes. */
  readonly bytes: number
  /** Name under which browsers save the response; they show it when there is none. */
  readonly fileName?: string | undefined
  /**
   * The first body of an encoding is compressed fast, and returned until one that is compressed well is ready; the
   * second call begins it. Shared reads get the latter only.
   *
   * @throws DomainError `unavailable` when a shared read would wait for a large body
   */
  body(encoding: Encoding, options?: { isShared?: boolean }): Promise<Buffer>
  /** The type of the serialised value, for the compiler; never set. */
  readonly holds?: T
}

/**
 * Prepares a JSON response.
 * @param tag of the document that edits compare, when the response is a view of it; by default the body's
 */
export function prepareJson<T>(value: T, tag?: string): PreparedResponse<T> {
  const json = bytesOf([JSON.stringify(value)])
  return prepared(json, tag ?? tagOf(json), 'application/json; charset=utf-8')
}

/**
 * Prepares a response of UTF-8 text.
 * @param parts of the text, without half a character at an end: V8 would keep a joined text of megabytes until it
 *   collects its complete heap
 * @param mediaType without parameters
 * @param fileName under which browsers save it
 */
export function prepareText(
  parts: string | readonly string[],
  mediaType: string,
  fileName?: string,
): PreparedResponse<string> {
  const bytes = bytesOf(typeof parts === 'string' ? [parts] : parts)
  return { ...prepared<string>(bytes, tagOf(bytes), `${mediaType}; charset=utf-8`), fileName }
}

/** Bytes of their own: a slice of Node's buffer pool would keep its block for as long as the response. */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(
    parts.reduce((length, part) => length + Buffer.byteLength(part), 0),
  )
  let end = 0
  for (const part of parts) end += bytes.write(part, end)
  return bytes
}

function prepared<T>(text: Buffer, tag: string, type: string): PreparedResponse<T> {
  const fast = new Map<Encoding, Promise<Buffer>>()
  const good = new Map<Encoding, Promise<Buffer>>()
  const compressWell = (encoding: Exclude<Encoding, 'identity'>) => {
    const body = remembered(good, encoding, compress(text, encoding))
    body.then(() => fast.delete(encoding)).catch(() => undefined)
    return body
  }
  return {
    type,
    tag,
    bytes: text.length,
    async body(encoding, { isShared = false } = {}) {
      if (encoding === 'identity') return text
      const first = fast.get(encoding)
      if (!first && !good.has(encoding) && !isShared)
        return remembered(fast, encoding, compressFast(text, encoding))
      const body = good.get(encoding) ?? compressWell(encoding)
      if (isShared && first && isLarge(text)) throw notCached()
      return first ?? body
    },
  }
}

/** The same response, whose bodies are compressed fast only: few callers send the same filter. */
export function compressedFast<T>(response: PreparedResponse<T>): PreparedResponse<T> {
  const bodies = new Map<Encoding, Promise<Buffer>>()
  return {
    ...response,
    async body(encoding) {
      const text = await response.body('identity')
      if (encoding === 'identity') return text
      return bodies.get(encoding) ?? remembered(bodies, encoding, compressFast(text, encoding))
    },
  }
}

/** Stores the body of an encoding; a failure is not kept. */
function remembered(
  bodies: Map<Encoding, Promise<Buffer>>,
  encoding: Encoding,
  body: Promise<Buffer>,
): Promise<Buffer> {
  bodies.set(encoding, body)
  body.catch(() => bodies.delete(encoding))
  return body
}

/** Runs work in the caller's queue: `queued` of a call. */
export type Enqueue = <R>(work: () => Promise<R>) => Promise<R>

interface ResponseKey {
  /** Identifies a response in the cache. */
  name: string
  /** A response of another version replaces the cached one. */
  version: string
}

export interface ResponseCache {
  /** Returns the cached response of a key, or prepares it. */
  prepared<T>(key: ResponseKey, prepare: () => PreparedResponse<T>): PreparedResponse<T>
  /**
   * Replies with the cached response of a key, or prepares and compresses it in the caller's queue.
   * Concurrent callers share one preparation. Versions of one name are prepared sequentially.
   */
  respond<T, R>(
    key: ResponseKey,
    enqueue: Enqueue,
    prepare: () => PreparedResponse<T> | Promise<PreparedResponse<T>>,
    respond: (response: PreparedResponse<T>) => Promise<R>,
  ): Promise<R>
}

/** Approximate size of an entry without its name and body. */
const OVERHEAD_BYTES = 1_000
/** Maximum size of all cached responses (bytes). */
const MAX_BYTES = 32 * 1024 * 1024
/** Maximum number of responses: most of the others differ by a parameter that no caller repeats. */
const MAX_RESPONSES = 1_000

/** Creates a cache of the most recently used responses, bounded in bytes. */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const responses = new LRUCache<string, { version: string; response: PreparedResponse<unknown> }>({
    max: MAX_RESPONSES,
    maxSize: maxBytes,
    // The compressed bodies together are about half as long.
    sizeCalculation: ({ response }, name) =>
      Math.ceil(response.bytes * 1.5) + name.length + OVERHEAD_BYTES,
  })
  const cached = <T>({ name, version }: ResponseKey) => {
    const entry = responses.get(name)
    return entry?.version === version ? (entry.response as PreparedResponse<T>) : undefined
  }
  const store = <T>({ name, version }: ResponseKey, response: PreparedResponse<T>) => {
    responses.set(name, { version, response })
    return response
  }
  const prepared = <T>(key: ResponseKey, prepare: () => PreparedResponse<T>) =>
    cached<T>(key) ?? store(key, prepare())

  const share = shareByKey<PreparedResponse<unknown>>()
  const inOrder = oneByOne()
  // Preparing a list takes several times its size: two versions at the same time would double that.
  const prepareOnce = <T>(
    { name, version }: ResponseKey,
    prepare: () => Promise<PreparedResponse<T>>,
  ) => share(`${version} ${name}`, () => inOrder(name, prepare)) as Promise<PreparedResponse<T>>

  return {
    prepared,
    async respond<T, R>(
      key: ResponseKey,
      enqueue: Enqueue,
      prepare: () => PreparedResponse<T> | Promise<PreparedResponse<T>>,
      respond: (response: PreparedResponse<T>) => Promise<R>,
    ) {
      const response = cached<T>(key)
      if (response) return respond(response)
      return enqueue(async () => {
        const preparedByOther = cached<T>(key)
        if (preparedByOther) return respond(preparedByOther)
        let first: { reply: R } | undefined
        const shared = await prepareOnce<T>(key, async () => {
          const own = store(key, await prepare())
          first = { reply: await respond(own) }
          return own
        })
        return first ? first.reply : respond(shared)
      })
    },
  }
}

const ofValues = new WeakMap<object, PreparedResponse<unknown>>()

/**
 * Prepares a value as JSON, once for as long as the value lives: stored documents and cached responses of
 * other systems are one object for each version.
 */
export function preparedJsonOf<T extends object>(value: T): PreparedResponse<T> {
  const known = ofValues.get(value)
  if (known) return known as PreparedResponse<T>
  const response = prepareJson(value)
  ofValues.set(value, response)
  return response
}
