import { createHash } from 'node:crypto'
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
 * @param maxBytes of all bodies that are remembered
 */
export function conditionalFetch(fetch: Fetch, maxBytes: number): Fetch {
  const answers = new Map<string, Known>()
  let held = 0

  function forget(key: string): void {
    held -= answers.get(key)?.body.length ?? 0
    answers.delete(key)
  }

  function remember(key: string, known: Known): void {
    forget(key)
    if (known.body.length > maxBytes / 4) return
    answers.set(key, known)
    held += known.body.length
    for (const oldest of answers.keys()) {
      if (held <= maxBytes) break
      forget(oldest)
    }
  }

  return async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET' || typeof input !== 'string') return fetch(input, init)
    const headers = new Headers(init.headers)
    const key = keyOf(input, headers)
    const known = answers.get(key)
    if (known) headers.set('if-none-match', known.etag)
    const response = await fetch(input, { ...init, headers })
    if (response.status === 304 && known) {
      remember(key, known)
      return answerOf(known)
    }
    const etag = response.headers.get('etag')
    if (response.status !== 200 || etag === null) {
      forget(key)
      return response
    }
    const fresh = {
      etag,
      body: Buffer.from(await response.arrayBuffer()),
      headers: new Headers(response.headers),
    }
    remember(key, fresh)
    return answerOf(fresh)
  }
}

function answerOf({ body, headers }: Known): Response {
  return new Response(Buffer.from(body), { status: 200, headers })
}

/** The token takes part as a digest: it must not lie about in memory longer than needed. */
function keyOf(url: string, headers: Headers): string {
  const token = headers.get('authorization') ?? ''
  return `${createHash('sha256').update(token).digest('base64url')} ${url}`
}
