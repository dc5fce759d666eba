/**
 * Caches the result of a call, or its failure, from its start; concurrent callers share it.
 *
 * @param ms lifetime in milliseconds
 * @param now milliseconds of a monotonic clock
 * @returns a function of another lifetime for one caller
 */
export function cachedFor<R>(
  ms: number,
  call: () => Promise<R>,
  now: () => number = () => performance.now(),
): (maxMs?: number) => Promise<R> {
  let last: { at: number; result: Promise<R> } | undefined
  return (maxMs = ms) => {
    const at = now()
    if (!last || at - last.at > maxMs) last = { at, result: call() }
    return last.result
  }
}
