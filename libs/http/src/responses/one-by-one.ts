/** Serialises the work of each key, in call order. A failure rejects only its own caller. */
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
