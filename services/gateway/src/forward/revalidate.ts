import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { rowType } from '@landscape/http/responses/rows'
import { SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { cleanResponseHeaders } from '../request/headers.ts'
import { requestService } from './request-service.ts'
import { completeLength, isShared, type SharedRequest } from './shareable.ts'
import type { Upstream } from './upstream.ts'

/** A shared response of a service; never modified. */
export interface SharedResponse {
  /** Absent when only concurrent callers share the response. */
  etag: string | undefined
  /** Headers of the response with its body, as clients receive them. */
  headers: Readonly<OutgoingHttpHeaders>
  body: Buffer
}

interface Revalidation {
  shared: SharedRequest
  requestId: string
  /** The response to revalidate. */
  cached: SharedResponse | undefined
  /** The signed identity of the audience; undefined for anonymous callers. */
  identity: string | undefined
  budget: MemoryBudget
  /** Maximum duration: requests whose callers have left must not accumulate. */
  timeoutMs: number
}

/**
 * Revalidates a shared response. Nothing of a caller reaches the service; see `SHARED_READ_HEADERS`.
 *
 * @returns the current response; undefined when it is not shareable
 * @throws DomainError when the service fails, or its response breaks off
 */
export async function revalidate(
  upstream: Upstream,
  { shared, requestId, cached, identity, budget, timeoutMs }: Revalidation,
): Promise<SharedResponse | undefined> {
  const { audience, target, encoding, format } = shared
  const headers = {
    'x-request-id': requestId,
    'accept-encoding': encoding,
    ...(format !== 'json' && { accept: rowType(format) }),
    ...SHARED_READ_HEADERS,
    ...(identity !== undefined && { [IDENTITY_HEADER]: identity }),
    ...(cached?.etag !== undefined && { 'if-none-match': cached.etag }),
  }
  const timeout = new AbortController()
  // `AbortSignal.timeout` would keep a finished request in memory until its time is over.
  const timer = setTimeout(() => timeout.abort(new Error('Revalidation timed out')), timeoutMs)
  const request = { path: target, headers, signal: timeout.signal }
  const result = requestService(upstream, request, async (response) => {
    // The time-out includes a body that is only drained.
    response.once('close', () => clearTimeout(timer))
    if (!isShared(response, audience)) return discard(response)
    if (response.statusCode !== 304)
      return download(response, completeLength(response, encoding), budget)
    const isConfirmed = cached?.etag !== undefined && cached.etag === response.headers.etag
    return isConfirmed ? confirm(cached, response) : discard(response)
  })
  result.catch(() => clearTimeout(timer))
  return result
}

/** The cached response with the headers of a 304. */
async function confirm(cached: SharedResponse, response: IncomingMessage): Promise<SharedResponse> {
  response.resume()
  // A 304 without these removes them (RFC 9111 §3.2).
  const { age: _age, warning: _warning, ...lasting } = cached.headers
  return { ...cached, headers: { ...lasting, ...headersOf(response) } }
}

async function download(
  response: IncomingMessage,
  length = Infinity,
  budget: MemoryBudget,
): Promise<SharedResponse | undefined> {
  const release = budget.fits(length) ? budget.reserve(length) : undefined
  if (!release) return discard(response)
  const { etag } = response.headers
  try {
    // Unlike `Buffer.concat`, this does not keep a block of Node's buffer pool in memory.
    const body = await buffer(response)
    return { etag, headers: { ...headersOf(response), 'content-length': length }, body }
  } finally {
    release()
  }
}

const MAX_DRAINED_BYTES = 64 * 1024

/** Drains a short response to keep its connection, and aborts a long one. */
function discard(response: IncomingMessage): undefined {
  const length = Number(response.headers['content-length'] ?? Infinity)
  if (length > MAX_DRAINED_BYTES) response.destroy()
  else response.resume()
}

/** Headers for clients: each has its own request id and framing. */
function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  cleanResponseHeaders(headers)
  for (const name of ['x-request-id', 'content-length', 'transfer-encoding']) delete headers[name]
  return { ...headers }
}

/** Returns reserved bytes; call it once. */
type Release = () => void

/** Bytes of shared responses in transit: bodies that arrive, and bodies that clients read. */
export interface MemoryBudget {
  /** Whether one body may have this size. */
  fits: (bytes: number) => boolean
  /** Reserves bytes; undefined when too few are left. */
  reserve: (bytes: number) => Release | undefined
  /** Reserves the bytes of a body for one reader; concurrent readers of one body share them. */
  borrow: (body: Buffer) => Release | undefined
}

/** @param bytes maximum in total; one body may have an eighth of them */
export function createMemoryBudget(bytes: number): MemoryBudget {
  let left = bytes
  const borrowed = new Map<Buffer, { readers: number; release: Release }>()

  function reserve(wanted: number): Release | undefined {
    if (wanted > left) return undefined
    left -= wanted
    return () => void (left += wanted)
  }

  function open(body: Buffer) {
    const release = reserve(body.length)
    if (!release) return undefined
    const loan = { readers: 0, release }
    borrowed.set(body, loan)
    return loan
  }

  return {
    fits: (wanted) => wanted <= bytes / 8,
    reserve,
    borrow(body) {
      const loan = borrowed.get(body) ?? open(body)
      if (!loan) return undefined
      loan.readers++
      return () => {
        if (--loan.readers > 0) return
        borrowed.delete(body)
        loan.release()
      }
    },
  }
}
