import type { OutgoingHttpHeaders } from 'node:http'
import { SHARED_READ_HEADERS } from '@landscape/http'
import { inOwnMemory, rowType } from '@landscape/service'
import { askService } from './ask-service.ts'
import type { Answer } from './answer.ts'
import { cleanResponseHeaders } from './response-headers.ts'
import type { Upstream } from './upstream.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { sharedTag, wholeLength, type SharedQuestion } from './shareable.ts'

/** An answer as the service gave it last; what is in it never changes. */
export interface SharedAnswer {
  etag: string
  /** Of the answer with the body, as clients get them. */
  headers: Readonly<OutgoingHttpHeaders>
  body: Buffer
}

export interface Asking {
  question: SharedQuestion
  requestId: string
  /** What may still be true. */
  known: SharedAnswer | undefined
  budget: MemoryBudget
  /** Milliseconds after which the question is given up: callers who left must not leave many behind. */
  waitMs: number
}

/**
 * Asks the service whether an answer is still true, on behalf of nobody: nothing that a caller made up
 * reaches it. The service is to say only what it has at hand (RFC 9111 §5.2.1.7); what is work for it is
 * done for one caller, in that caller's turn.
 *
 * @returns the answer as it is now; undefined when it is not one for everybody
 * @throws DomainError when the service fails, or its answer breaks off
 */
export async function ask(
  upstream: Upstream,
  { question, requestId, known, budget, waitMs }: Asking,
): Promise<SharedAnswer | undefined> {
  const { target, encoding, format } = question
  const headers = {
    'x-request-id': requestId,
    'accept-encoding': encoding,
    ...(format !== 'json' && { accept: rowType(format) }),
    ...SHARED_READ_HEADERS,
    ...(known && { 'if-none-match': known.etag }),
  }
  const over = new AbortController()
  // `AbortSignal.timeout` would keep the question, and what hangs on it, until its time has passed.
  const timer = setTimeout(() => over.abort(new Error('It took too long')), waitMs)
  const asked = { path: target, headers, signal: over.signal }
  const answered = askService(upstream, asked, async (answer) => {
    // Also one that is only read to its end has no longer than that.
    answer.once('close', () => clearTimeout(timer))
    const etag = sharedTag(answer)
    if (etag !== undefined && answer.statusCode === 304 && known?.etag === etag) {
      answer.resume()
      return { ...known, headers: { ...lasting(known), ...headersOf(answer) } }
    }
    const length = wholeLength(answer, encoding) ?? Infinity
    const release = etag !== undefined && budget.fits(length) ? budget.take(length) : undefined
    if (etag === undefined || !release) {
      discard(answer)
      return undefined
    }
    try {
      const body = inOwnMemory(Buffer.concat(await answer.toArray()))
      return { etag, headers: { ...headersOf(answer), 'content-length': length }, body }
    } finally {
      release()
    }
  })
  answered.catch(() => clearTimeout(timer))
  return answered
}

/** What a later answer does not take back by saying nothing (RFC 9111 §3.2). */
function lasting({ headers }: SharedAnswer): OutgoingHttpHeaders {
  const { age: _age, warning: _warning, ...rest } = headers
  return rest
}

const WORTH_A_CONNECTION = 64 * 1024

/** Takes no more of an answer than keeping its connection is worth. */
function discard(answer: Answer): void {
  if (Number(answer.headers['content-length'] ?? Infinity) > WORTH_A_CONNECTION) answer.destroy()
  else answer.resume()
}

/** Headers for clients: each has its own request id, and framing is decided anew. */
function headersOf({ headers }: Answer): OutgoingHttpHeaders {
  cleanResponseHeaders(headers)
  for (const name of ['x-request-id', 'content-length', 'transfer-encoding']) delete headers[name]
  return { ...headers }
}
