import { setImmediate as nextTurn } from 'node:timers/promises'

/** For so long work goes on before others have their turn. */
const SLICE_MS = 8

/**
 * What long work comes to. It says by `yield` where it may be interrupted: every 8 ms the process serves
 * others there.
 *
 * @throws what the work throws
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
