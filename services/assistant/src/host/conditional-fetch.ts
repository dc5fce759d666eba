import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Fetch } from './guarded-fetch.ts'

interface CachedResponse {
  etag: string
  body: Buffer
  headers: Headers
}

/**
 * A `fetch` that caches responses with an ETag per token and revalidates them: a 304 does not count
 * towards the host's rate limit.
 *
 * @param maxBytes maximum size of all cached bodies; one body may use 25 % of it
 */
export function conditionalFetch(fetch: Fetch, maxBytes: number): Fetch {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 4),
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  return async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET' || typeof input !== 'string') return fetch(input, init)
    const headers = new Headers(init.headers)
    const key = keyOf(input, headers)
    const cached = cache.get(key)
    if (cached) headers.set('if-none-match', cached.etag)
    const response = await fetch(input, { ...init, headers })
    if (response.status === 304 && cached) {
      cache.set(key, cached)
      return responseOf(cached)
    }
    const etag = response.headers.get('etag')
    if (response.status !== 200 || etag === null) {
      cache.delete(key)
      return response
    }
    const body = Buffer.from(await response.arrayBuffer())
    const fresh = { etag, body, headers: new Headers(response.headers) }
    cache.set(key, fresh)
    return responseOf(fresh)
  }
}

function responseOf({ body, headers }: CachedResponse): Response {
  return new Response(Buffer.from(body), { status: 200, headers })
}

/** Contains a digest of the token, so that the cache does not keep tokens in memory. */
function keyOf(url: string, headers: Headers): string {
  return `${hash('sha256', headers.get('authorization') ?? '', 'base64url')} ${url}`
}
