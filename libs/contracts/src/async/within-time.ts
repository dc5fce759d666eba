/**
 * What a promise becomes, or what `otherwise` makes or throws when that takes longer; the promise
 * itself goes on, and what becomes of it then is of no consequence.
 *
 * @param ms milliseconds; less than zero is none
 */
export async function withinTime<T>(
  promise: Promise<T>,
  ms: number,
  otherwise: () => T,
): Promise<T> {
  const late = Promise.withResolvers<undefined>()
  // What came while this process was busy is read first: its own stall is nobody else's fault.
  const timer = setTimeout(() => setImmediate(() => late.resolve(undefined)), Math.max(0, ms))
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), late.promise])
    return first ? first.value : otherwise()
  } finally {
    clearTimeout(timer)
  }
}
