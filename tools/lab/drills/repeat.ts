import { setTimeout as sleep } from 'node:timers/promises'

/** Requests that are repeated until they are stopped. */
export interface Repeated {
  stop: () => Promise<void>
}

/** Repeats requests with a pause (ms) after each, ignoring failures. */
export function repeat(pauseMs: number, requests: readonly (() => Promise<unknown>)[]): Repeated {
  const stopped = new AbortController()
  const all = requests.map(async (send) => {
    while (!stopped.signal.aborted) {
      await send().catch(() => {})
      await sleep(pauseMs)
    }
  })
  return {
    async stop() {
      stopped.abort()
      await Promise.all(all)
    },
  }
}
