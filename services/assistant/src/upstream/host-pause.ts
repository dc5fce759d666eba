import type { Fetch } from './guarded-fetch.ts'
import { UpstreamFailure } from './upstream-failure.ts'

export interface PauseOptions {
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
 * @param fetch throws a silent `UpstreamFailure` when there was no answer
 */
export function pausingFetch(fetch: Fetch, { pauseMs, now }: PauseOptions): Fetch {
  let silent = 0
  let pausedAt: number | undefined
  return async (input, init) => {
    if (pausedAt !== undefined && now() - pausedAt < pauseMs) {
      throw new UpstreamFailure('is left alone: it did not answer')
    }
    try {
      const response = await fetch(input, init)
      silent = 0
      pausedAt = undefined
      return response
    } catch (error) {
      if (isSilence(error) && ++silent >= FAILURES_IN_A_ROW) pausedAt = now()
      throw error
    }
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.kind === 'silent'
}
