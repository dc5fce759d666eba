import type { LastUse } from '@landscape/runtime/process/last-use'
import { HostFailure } from './failure.ts'

export type Fetch = typeof fetch

interface Guards {
  /** Origins that may receive requests, which carry tokens. */
  origins: readonly string[]
  /** Timeout of one request in milliseconds, including its body. */
  timeoutMs: number
  maxBytes: number
}

const STATUSES_WITHOUT_BODY = new Set([101, 204, 205, 304])
/** Headers that do not apply to a decoded and buffered body. */
const TRANSPORT_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding']

/**
 * A `fetch` restricted to known origins, without redirects, that buffers the body within the timeout and
 * the size limit.
 */
export function guardedFetch(fetch: Fetch, { origins, timeoutMs, maxBytes }: Guards): Fetch {
  const allowed = new Set(origins)
  return async (input, init = {}) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (!allowed.has(origin)) {
      throw new HostFailure('invalid-response', 'linked to an address that is not allowed')
    }
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    let response: Response
    let body: Uint8Array
    try {
      response = await fetch(input, { ...init, redirect: 'error', signal })
      body = await readBody(response, maxBytes)
    } catch (error) {
      if (error instanceof HostFailure) throw error
      if (init.signal?.aborted) throw new HostFailure('aborted', 'was stopped')
      throw new HostFailure(
        'no-response',
        deadline.aborted ? 'took too long' : 'could not be reached',
      )
    }
    // Octokit's pagination treats a 409 as the end of the list.
    if (response.status === 409) throw new HostFailure('rejected', 'returned 409', { status: 409 })
    const headers = new Headers(response.headers)
    for (const name of TRANSPORT_HEADERS) headers.delete(name)
    const { status } = response
    return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : Buffer.from(body), {
      status,
      headers,
    })
  }
}

/**
 * The complete decoded body of a response.
 * @throws HostFailure `invalid-response` when it exceeds `maxBytes`; the rest is not read
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
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

interface PauseOptions {
  /** Milliseconds for which no request is sent. */
  pauseMs: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Number of consecutive failures that opens the circuit. */
const MAX_CONSECUTIVE_FAILURES = 2

/**
 * A `fetch` with a circuit breaker: after consecutive failures, requests fail immediately for a while.
 *
 * @param fetch throws a `no-response` `HostFailure` on timeouts and connection failures
 */
export function pausingFetch(fetch: Fetch, { pauseMs, now }: PauseOptions): Fetch {
  let failures = 0
  let pausedAt: number | undefined
  return async (input, init) => {
    if (pausedAt !== undefined && now() - pausedAt < pauseMs) {
      throw new HostFailure('no-response', 'was not sent: the host is not responding')
    }
    try {
      const response = await fetch(input, init)
      failures = 0
      pausedAt = undefined
      return response
    } catch (error) {
      const hasNoResponse = error instanceof HostFailure && error.kind === 'no-response'
      if (hasNoResponse && ++failures >= MAX_CONSECUTIVE_FAILURES) pausedAt = now()
      throw error
    }
  }
}

/**
 * A `fetch` that reports whether the host works: a response below 500 does, whatever its status.
 *
 * @param fetch throws a `no-response` `HostFailure` on timeouts and connection failures
 */
export function observedFetch(fetch: Fetch, { worked, failed }: LastUse): Fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (response.status >= 500) failed(`returned ${response.status}`)
      else worked()
      return response
    } catch (error) {
      if (error instanceof HostFailure && error.kind === 'no-response') failed(error.message)
      throw error
    }
  }
}
