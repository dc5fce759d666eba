import { setTimeout as sleep } from 'node:timers/promises'

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
    const response = await fetch(`${url}/readyz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(3_000)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
