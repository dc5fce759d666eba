import { readBody } from './read-body.ts'
import { UpstreamFailure } from './upstream-failure.ts'

export type Fetch = typeof fetch

export interface Guards {
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
    if (!allowed.has(origin)) throw new UpstreamFailure('linked to an address that is not allowed')
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    let response: Response
    let body: Uint8Array
    try {
      response = await fetch(input, { ...init, redirect: 'error', signal })
      body = await readBody(response, maxBytes)
    } catch (error) {
      if (isFailure(error)) throw error
      if (init.signal?.aborted) throw new UpstreamFailure('was stopped', { kind: 'stopped' })
      const how = deadline.aborted ? 'took too long' : 'could not be reached'
      throw new UpstreamFailure(how, { kind: 'silent' })
    }
    // Octokit takes a 409 on a page for the end of the list.
    if (response.status === 409) throw new UpstreamFailure('answered 409', { status: 409 })
    const headers = new Headers(response.headers)
    for (const name of OF_THE_WIRE) headers.delete(name)
    const { status } = response
    return new Response(WITHOUT_BODY.has(status) ? null : Buffer.from(body), { status, headers })
  }
}

function isFailure(error: unknown): error is UpstreamFailure {
  return Error.isError(error) && error.name === 'UpstreamFailure'
}
