/**
 * Caches the result of a call, or its failure, from its start; concurrent callers share it.
 *
 * @param ms lifetime in milliseconds
 * @param now milliseconds of a monotonic clock
 */
export function cachedFor<R>(
  ms: number,
  call: () => Promise<R>,
  now: () => number = () => performance.now(),
): () => Promise<R> {
  let last: { at: number; result: Promise<R> } | undefined
  return () => {
    const at = now()
    if (!last || at - last.at > ms) last = { at, result: call() }
    return last.result
  }
}
