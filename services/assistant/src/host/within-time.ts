/** What a promise becomes, or what `otherwise` makes when that takes longer; the promise goes on. */
export async function withinTime<T>(
  promise: Promise<T>,
  ms: number,
  otherwise: () => T,
): Promise<T> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), Math.max(0, ms))
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), late.promise])
    return first ? first.value : otherwise()
  } finally {
    clearTimeout(timer)
  }
}
