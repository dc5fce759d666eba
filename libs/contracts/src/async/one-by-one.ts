/**
 * Does the work of each key one after the other, in the order in which it was asked for. What fails fails for its own caller alone.
 */
export function oneByOne(): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const lastOf = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = lastOf.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    lastOf.set(key, promise)
    await before
    try {
      return await work()
    } finally {
      if (lastOf.get(key) === promise) lastOf.delete(key)
      resolve()
    }
  }
}
