import type { IncomingMessage, ServerResponse } from 'node:http'
import { coalesceCalls } from '@landscape/contracts/async/share-calls'
import { withinTime } from '@landscape/contracts/async/within-time'
import { isCurrent } from '@landscape/http/responses/conditional-read'
import { sendEmpty, startResponse } from '@landscape/http/responses/response-head'
import { setSharedRequestId, requestIdOf } from '@landscape/http/request/begin-request'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { SIGNED_IN_IDENTITY } from '@landscape/runtime/identity/gateway-identity'
import type { IdentitySigner } from '@landscape/runtime/identity/identity-token'
import { LRUCache } from 'lru-cache'
import type { GatewayRequest } from '../request/gateway-request.ts'
import {
  createMemoryBudget,
  type MemoryBudget,
  revalidate,
  type SharedResponse,
} from './revalidate.ts'
import { completeLength, isShared, type SharedRequest } from './shareable.ts'
import type { Upstream } from './upstream.ts'

interface SharedReadsOptions {
  /** Signs the identity of revalidations for signed-in callers. */
  signer: IdentitySigner
  /** Maximum size of the cached responses; as many bytes may be in transit in addition. */
  maxBytes: number
  metrics?: Metrics | undefined
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** A response, and the id of the request that revalidated it. */
interface Revalidated {
  response: SharedResponse
  requestId: string
}

/** The state of one shared request. */
interface Entry {
  /** Joins the next revalidation; set by the second request. */
  join?: (requestId: string) => Promise<Revalidated | undefined>
  /** The newest response. */
  cached?: SharedResponse | undefined
  /** Sequence number of the revalidation that set this state; an older one must not overwrite it. */
  revalidation: number
  /** Requests are forwarded alone until this time, because the last response was not shareable. */
  aloneUntilMs: number
}

/** Seen once; not yet worth caching. */
const UNCACHED: Entry = { revalidation: 0, aloneUntilMs: 0 }

/** A slow service gets up to four concurrent revalidations; while it hangs, another starts every 100 ms. */
const CONCURRENCY = { isEager: true, paceMs: 5, maximum: 4, patienceMs: 100 }
const ALONE_MS = 1_000
/** Maximum time that callers wait for a revalidation: a hung replica must not hold them all. */
const MAX_WAIT_MS = 1_000
/** Approximate size of an entry without its key and body. */
const OVERHEAD_BYTES = 1_000

/** Headers that describe the body; a 304 has none of them. */
const CONTENT_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
])

/**
 * Serves shared reads from memory, each after a revalidation that started after the request arrived: a
 * later read always sees an acknowledged write.
 */
export class SharedReads {
  readonly #entries: LRUCache<string, Entry>
  readonly #budget: MemoryBudget
  readonly #signer: IdentitySigner
  readonly #now: () => number
  readonly #count: ((labels: { outcome: 'shared' | 'forwarded' }) => void) | undefined
  #revalidations = 0

  constructor({ signer, maxBytes, metrics, now = () => performance.now() }: SharedReadsOptions) {
    this.#signer = signer
    this.#now = now
    this.#budget = createMemoryBudget(maxBytes)
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ cached }, key) =>
        2 * key.length + OVERHEAD_BYTES + (cached?.body.length ?? 0),
    })
    this.#count = metrics?.counter(
      'landscape_shared_reads_total',
      'Reads whose response may be shared: shared, from memory; forwarded, to the service',
      ['outcome'],
    )
  }

  /** Responds with the shared response; false when the request must be forwarded alone. */
  async serve(
    { req, res }: GatewayRequest,
    shared: SharedRequest,
    upstream: Upstream,
  ): Promise<boolean> {
    const revalidated = await this.#revalidated(shared, upstream, requestIdOf(res))
    if (res.destroyed) return true
    const release = revalidated && this.#budget.borrow(revalidated.response.body)
    this.#count?.({ outcome: release ? 'shared' : 'forwarded' })
    if (!release) return false
    setSharedRequestId(res, revalidated.requestId)
    res.on('close', release)
    respond(req, res, revalidated.response)
    return true
  }

  /** Remembers that a request is shareable: the next one revalidates for all. */
  note(shared: SharedRequest, response: IncomingMessage): void {
    const key = keyOf(shared)
    const length = completeLength(response, shared.encoding) ?? Infinity
    if (this.#entries.has(key) || !this.#budget.fits(length)) return
    if (isShared(response, shared.audience)) this.#entries.set(key, UNCACHED)
  }

  #revalidated(shared: SharedRequest, upstream: Upstream, requestId: string) {
    const key = keyOf(shared)
    const entry = this.#entries.get(key)
    if (!entry || entry.aloneUntilMs > this.#now()) return undefined
    return (entry.join ?? this.#open(key, shared, upstream))(requestId)
  }

  /** Prepares an entry for sharing. */
  #open(key: string, shared: SharedRequest, upstream: Upstream) {
    const join = coalesceCalls(
      async (requestId: string) => {
        const identity =
          shared.audience === 'signed-in'
            ? await this.#signer.sign(SIGNED_IN_IDENTITY, upstream.service)
            : undefined
        const revalidation = ++this.#revalidations
        const { cached } = this.#entries.peek(key) ?? {}
        const response = await revalidate(upstream, {
          shared,
          requestId,
          cached,
          identity,
          budget: this.#budget,
          timeoutMs: 2 * MAX_WAIT_MS,
        })
        this.#update(key, { join, cached: response, revalidation })
        return response && { response, requestId }
      },
      { ...CONCURRENCY, result: (call) => withinTime(call, MAX_WAIT_MS, () => undefined) },
    )
    this.#entries.set(key, { ...UNCACHED, join })
    return join
  }

  #update(key: string, entry: Omit<Entry, 'aloneUntilMs'>): void {
    if (entry.revalidation < (this.#entries.peek(key)?.revalidation ?? 0)) return
    const aloneUntilMs = entry.cached ? 0 : this.#now() + ALONE_MS
    this.#entries.set(key, { ...entry, aloneUntilMs })
  }
}

function keyOf({ audience, encoding, format, target }: SharedRequest): string {
  return `${audience} ${encoding} ${format} ${target}`
}

/** Responds to one caller, who may have this version (RFC 9110 §15.4.5). */
function respond(req: IncomingMessage, res: ServerResponse, response: SharedResponse): void {
  const { etag, headers, body } = response
  if (etag !== undefined && isCurrent(req.headers, etag))
    sendEmpty(res, 304, withoutContent(headers))
  else startResponse(res, 200, headers).end(body)
}

function withoutContent(headers: SharedResponse['headers']) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONTENT_HEADERS.has(name)))
}
