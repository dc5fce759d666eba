/**
 * The value of a promise, or the result or error of `otherwise` when it takes longer. The promise is not
 * cancelled; its later result is ignored.
 *
 * @param ms milliseconds; negative values count as zero
 */
export async function withinTime<T>(
  promise: Promise<T>,
  ms: number,
  otherwise: () => T,
): Promise<T> {
  const late = Promise.withResolvers<undefined>()
  // Events that arrived while the event loop was blocked are processed first.
  const timer = setTimeout(() => setImmediate(() => late.resolve(undefined)), Math.max(0, ms))
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), late.promise])
    return first ? first.value : otherwise()
  } finally {
    clearTimeout(timer)
  }
}
