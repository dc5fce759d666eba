import type { Metrics } from '@landscape/http/telemetry/metrics'
import { traceHeaders } from '@landscape/http/telemetry/trace-context'
import { beginCall, type Tracing } from '@landscape/http/telemetry/tracing'
import type { LastUse } from '@landscape/runtime/process/last-use'
import { HostFailure } from './failure.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

interface Telemetry {
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

/** The limits of requests to one kind of address. */
interface Limits {
  /** Whether an address may receive requests, which may carry tokens. */
  isAllowed: (url: URL) => boolean
  /** Timeout of one request in milliseconds, including its body. */
  timeoutMs: number
  /** Maximum size of a body. */
  maxBytes: number
  /** Pauses after failures; absent for addresses of other programs. */
  circuit?: Circuit
}

/** Creates the `fetch` of some addresses. */
export type HostFetch = (limits: Limits) => Fetch

const STATUSES_WITHOUT_BODY = new Set([101, 204, 205, 304])
/** Headers that do not apply to a decoded and buffered body. */
const TRANSPORT_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding']

/**
 * Every request to the source-control host: only to allowed addresses, without redirects, with the body buffered
 * within the timeout and the size limit. Metrics and spans have no URL, which may contain team names.
 *
 * The returned `fetch` throws HostFailure: `invalid-response` for another address or a body that is too large,
 * `aborted` when the caller's signal aborts, `rejected` for a 409, and `no-response`.
 */
export function createHostFetch(fetch: Fetch, { metrics, tracing }: Telemetry = {}): HostFetch {
  const durations = metrics?.histogram(
    'landscape_source_control_call_seconds',
    'Duration of calls to the source-control host by outcome; limited: status 429, no_response: the host was silent',
    ['outcome'],
  )

  /** Records the duration and outcome of a call, and a span when the request is sampled. */
  async function watched(url: string, init: RequestInit, limits: Limits): Promise<Response> {
    const started = performance.now()
    const span = beginCall(tracing, 'call source-control host')
    const headers = new Headers(init.headers)
    if (span)
      for (const [name, value] of Object.entries(traceHeaders(span.trace))) headers.set(name, value)
    let outcome = 'no_response'
    try {
      const response = await send(fetch, url, { ...init, headers }, limits)
      outcome = outcomeOf(response.status)
      return response
    } finally {
      durations?.({ outcome }, (performance.now() - started) / 1_000)
      span?.end({ attributes: { 'landscape.outcome': outcome }, failed: outcome !== 'ok' })
    }
  }

  return (limits) =>
    async (url, init = {}) => {
      if (!URL.canParse(url) || !limits.isAllowed(new URL(url))) {
        throw new HostFailure('invalid-response', 'linked to an address that is not allowed')
      }
      const work = () => watched(url, init, limits)
      return limits.circuit ? limits.circuit.run(work) : work()
    }
}

function outcomeOf(status: number): string {
  if (status === 429) return 'limited'
  return status >= 400 ? 'rejected' : 'ok'
}

/** @throws HostFailure */
async function send(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: Limits,
): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    const body = await readBody(response, maxBytes)
    const headers = new Headers(response.headers)
    for (const name of TRANSPORT_HEADERS) headers.delete(name)
    const { status } = response
    // Octokit's pagination treats a 409 as the end of the list.
    if (status === 409) throw new HostFailure('rejected', 'returned 409', { status })
    return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : body, { status, headers })
  } catch (error) {
    if (error instanceof HostFailure) throw error
    if (init.signal?.aborted) throw new HostFailure('aborted', 'was stopped')
    throw new HostFailure(
      'no-response',
      deadline.aborted ? 'took too long' : 'could not be reached',
    )
  }
}

/** @throws HostFailure `invalid-response` when the body exceeds `maxBytes`; the rest is not read */
async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body) {
    for await (const chunk of response.body) {
      length += chunk.length
      // Leaving the loop cancels the stream.
      if (length > maxBytes) {
        throw new HostFailure('invalid-response', `returned more than ${maxBytes} bytes`)
      }
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks, length)
}

interface CircuitOptions {
  /** Milliseconds for which no request is sent. */
  pauseMs: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Receives whether the host works: a response below 500 shows it. */
  use?: LastUse | undefined
}

/** Sends requests unless the host has failed lately. */
interface Circuit {
  run: (work: () => Promise<Response>) => Promise<Response>
}

/** Number of consecutive failures that opens the circuit. */
const MAX_CONSECUTIVE_FAILURES = 2

/** A circuit breaker: after consecutive requests without a response, requests fail immediately for a while. */
export function createCircuit({ pauseMs, now, use }: CircuitOptions): Circuit {
  let failures = 0
  let pausedAt: number | undefined
  return {
    async run(work) {
      if (pausedAt !== undefined && now() - pausedAt < pauseMs) {
        throw new HostFailure('no-response', 'was not sent: the host is not responding')
      }
      try {
        const response = await work()
        failures = 0
        pausedAt = undefined
        if (response.status >= 500) use?.failed(`returned ${response.status}`)
        else use?.worked()
        return response
      } catch (error) {
        if (error instanceof HostFailure && error.kind === 'no-response') {
          if (++failures >= MAX_CONSECUTIVE_FAILURES) pausedAt = now()
          use?.failed(error.message)
        }
        throw error
      }
    },
  }
}
