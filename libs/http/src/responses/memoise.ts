/**
 * Caches the results of a function for the most recent arguments. Errors are not cached.
 *
 * @param make a pure function; its results must not be modified
 * @param limits maximum number of cached results, and maximum length of their arguments
 */
export function memoise<T>(
  make: (text: string) => T,
  { entries, length }: { entries: number; length: number },
): (text: string) => T {
  const cache = new Map<string, { made: T }>()
  return (text) => {
    const known = cache.get(text)
    if (known) return known.made
    const made = make(text)
    if (text.length > length) return made
    const [oldest] = cache.size < entries ? [] : cache.keys()
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(text, { made })
    return made
  }
}
