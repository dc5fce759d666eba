import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** `fetch` and `import 'node:http'` load undici, which would take 17 MB of the supervisor's memory. */
const { get } = process.getBuiltinModule('node:http')

const FIRST_PAUSE_MS = 50
const LAST_PAUSE_MS = 1_000
const REMIND_MS = 15_000

/**
 * Waits until a service reports that it is ready.
 *
 * @param remind called every 15 seconds while it is not ready
 * @returns false when the signal was aborted
 */
export async function untilReady(
  url: string,
  signal: AbortSignal,
  remind?: () => void,
): Promise<boolean> {
  const reminder = setInterval(() => remind?.(), REMIND_MS)
  try {
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      if (await isReady(url, signal)) return true
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(pause * 1.2, LAST_PAUSE_MS)
    }
    return false
  } finally {
    clearInterval(reminder)
  }
}

async function isReady(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const request = get(`${url}/readyz`, {
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(3_000)]),
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.destroy()
    return response.statusCode === 200
  } catch {
    return false
  }
}
