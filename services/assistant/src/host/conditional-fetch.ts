import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Fetch } from './guarded-fetch.ts'

interface Known {
  etag: string
  body: Buffer
  headers: Headers
}

/**
 * A `fetch` that remembers answers with an entity tag and asks whether they changed: a 304 costs
 * neither bytes nor the host's rate limit. Answers are kept per token, least recently used go first.
 *
 * @param maxBytes of all bodies that are remembered; one takes a quarter of that at most
 */
export function conditionalFetch(fetch: Fetch, maxBytes: number): Fetch {
  const answers = new LRUCache<string, Known>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 4),
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  return async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET' || typeof input !== 'string') return fetch(input, init)
    const headers = new Headers(init.headers)
    const key = keyOf(input, headers)
    const known = answers.get(key)
    if (known) headers.set('if-none-match', known.etag)
    const response = await fetch(input, { ...init, headers })
    if (response.status === 304 && known) {
      answers.set(key, known)
      return answerOf(known)
    }
    const etag = response.headers.get('etag')
    if (response.status !== 200 || etag === null) {
      answers.delete(key)
      return response
    }
    const body = Buffer.from(await response.arrayBuffer())
    const fresh = { etag, body, headers: new Headers(response.headers) }
    answers.set(key, fresh)
    return answerOf(fresh)
  }
}

function answerOf({ body, headers }: Known): Response {
  return new Response(Buffer.from(body), { status: 200, headers })
}

/** The token takes part as a digest: it must not lie about in memory longer than needed. */
function keyOf(url: string, headers: Headers): string {
  return `${hash('sha256', headers.get('authorization') ?? '', 'base64url')} ${url}`
}
