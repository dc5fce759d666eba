import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time for which the work blocks the event loop. */
const SLICE_MS = 8

/**
 * Runs long work in slices of 8 ms; between them the event loop serves requests. The work yields wherever it
 * may be interrupted.
 *
 * @returns the result of the work; rejects with its error
 */
export async function inSlices<R>(work: Iterator<void, R>): Promise<R> {
  for (let end = performance.now() + SLICE_MS; ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + SLICE_MS
  }
}

/**
 * Creates the function that long asynchronous work awaits where it may be interrupted: when 8 ms have passed since the
 * last interruption, the event loop serves requests.
 */
export function createBreaks(): () => Promise<void> {
  let end = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + SLICE_MS
  }
}

/** Runs short work without a break. */
export function atOnce<R>(work: Iterator<void, R>): R {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
