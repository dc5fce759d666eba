/**
 * A function that works out what it makes of the texts that came last, each once: for what is asked for in the
 * same few words again and again. What is thrown is not kept.
 *
 * @param make always makes the same of a text, and nothing that anybody changes
 * @param limits what is kept at most: so many texts, and none of more characters
 */
export function memoised<T>(
  make: (text: string) => T,
  { texts, length }: { texts: number; length: number },
): (text: string) => T {
  const kept = new Map<string, { made: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known.made
    const made = make(text)
    if (text.length > length) return made
    const [oldest] = kept.size < texts ? [] : kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(text, { made })
    return made
  }
}
