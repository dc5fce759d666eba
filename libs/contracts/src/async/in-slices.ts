import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time for which the work blocks the event loop. */
const SLICE_MS = 8
/** Maximum number of steps in a slice; work is bounded on a fast machine as well. */
export const MAX_STEPS = 1_000

let mostSteps = 0

/** Counts steps that ran without a break. */
export function countSteps(steps: number): void {
  mostSteps = Math.max(mostSteps, steps)
}

/** The most steps that this process has run in one turn of the event loop. */
export function mostStepsInOneTurn(): number {
  return mostSteps
}

/**
 * Runs long work in slices of 8 ms and 1,000 steps; between them the event loop serves requests. The work yields
 * wherever it may be interrupted.
 *
 * @returns the result of the work; rejects with its error
 */
export async function inSlices<R>(work: Iterator<void, R>): Promise<R> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let steps = 0
    let step: IteratorResult<void, R>
    do step = work.next()
    while (!step.done && ++steps < MAX_STEPS && performance.now() < end)
    countSteps(steps)
    if (step.done) return step.value
    await nextTurn()
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
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (!step.done) continue
    countSteps(steps)
    return step.value
  }
}
