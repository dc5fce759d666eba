/**
 * Shares a call in flight between callers with the same key. A call that has ended, in success or failure, is
 * not shared.
 */
export function shareByKey<R>(): (key: string, call: () => Promise<R>) => Promise<R> {
  const inFlight = new Map<string, Promise<R>>()
  return (key, call) => {
    const known = inFlight.get(key)
    if (known) return known
    const begun = call().finally(() => inFlight.delete(key))
    inFlight.set(key, begun)
    return begun
  }
}
