import type { LastUse } from '@landscape/service'
import { HostFailure } from './failure.ts'

export type Fetch = typeof fetch

interface Guards {
  /** Origins that may be asked; requests carry tokens. */
  origins: readonly string[]
  /** Milliseconds for one request, its body included. */
  timeoutMs: number
  maxBytes: number
}

const WITHOUT_BODY = new Set([101, 204, 205, 304])
/** Headers that no longer hold for a body that was unpacked and put together. */
const OF_THE_WIRE = ['content-encoding', 'content-length', 'transfer-encoding']

/**
 * A `fetch` that only asks known origins, follows no redirect, and returns when the whole body is
 * there: a host that sends slowly, or links to another host, gets nowhere.
 */
export function guardedFetch(fetch: Fetch, { origins, timeoutMs, maxBytes }: Guards): Fetch {
  const allowed = new Set(origins)
  return async (input, init = {}) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (!allowed.has(origin)) {
      throw new HostFailure('unusable', 'linked to an address that is not allowed')
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
      if (init.signal?.aborted) throw new HostFailure('stopped', 'was stopped')
      throw new HostFailure('silent', deadline.aborted ? 'took too long' : 'could not be reached')
    }
    // Octokit takes a 409 on a page for the end of the list.
    if (response.status === 409) throw new HostFailure('refused', 'answered 409', { status: 409 })
    const headers = new Headers(response.headers)
    for (const name of OF_THE_WIRE) headers.delete(name)
    const { status } = response
    return new Response(WITHOUT_BODY.has(status) ? null : Buffer.from(body), { status, headers })
  }
}

/**
 * The whole body of a response, unpacked.
 * @throws HostFailure `unusable` when it is longer than allowed; the rest is not read
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body) {
    for await (const chunk of response.body) {
      length += chunk.length
      // Leaving the loop cancels the stream.
      if (length > maxBytes) {
        throw new HostFailure('unusable', `answered more than ${maxBytes} bytes`)
      }
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks, length)
}

interface PauseOptions {
  /** Milliseconds for which nothing is sent. */
  pauseMs: number
  /** Milliseconds of a clock that is never set. */
  now: () => number
}

/** One lost connection may be chance; the second in a row is the host. */
const FAILURES_IN_A_ROW = 2

/**
 * A `fetch` that leaves a host alone for a while when it did not answer twice in a row: whatever
 * waits for its turn then fails at once, rather than waiting for the same silence.
 *
 * @param fetch throws a silent `HostFailure` when there was no answer
 */
export function pausingFetch(fetch: Fetch, { pauseMs, now }: PauseOptions): Fetch {
  let failures = 0
  let pausedAt: number | undefined
  return async (input, init) => {
    if (pausedAt !== undefined && now() - pausedAt < pauseMs) {
      throw new HostFailure('silent', 'was not asked: the host is not responding')
    }
    try {
      const response = await fetch(input, init)
      failures = 0
      pausedAt = undefined
      return response
    } catch (error) {
      const isSilence = error instanceof HostFailure && error.kind === 'silent'
      if (isSilence && ++failures >= FAILURES_IN_A_ROW) pausedAt = now()
      throw error
    }
  }
}

/**
 * A `fetch` that tells how each use of the host went: whether it answered at all, and not with a fault of
 * its own. What it refuses says more about who asked.
 *
 * @param fetch throws a silent `HostFailure` when there was no answer
 */
export function observedFetch(fetch: Fetch, { worked, failed }: LastUse): Fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (response.status >= 500) failed(`answered ${response.status}`)
      else worked()
      return response
    } catch (error) {
      if (error instanceof HostFailure && error.kind === 'silent') failed(error.message)
      throw error
    }
  }
}
