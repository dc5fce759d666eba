/**
 * Lets callers with one key share the call that is under way, whoever began it: for what is the same whenever
 * it is asked. The next caller after its end, in success or failure, begins another.
 */
export function shareByKey<R>(): (key: string, call: () => Promise<R>) => Promise<R> {
  const underWay = new Map<string, Promise<R>>()
  return (key, call) => {
    const known = underWay.get(key)
    if (known) return known
    const begun = call().finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }
}
