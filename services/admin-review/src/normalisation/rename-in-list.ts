/**
 * Renames every occurrence in a list of names, then drops repeated names after the first. A list
 * without the name, and anything that is no list, is left alone.
 */
export function renameInList(list: unknown, from: string, to: string): unknown {
  if (!Array.isArray(list) || !list.includes(from)) return list
  const seen = new Set<string>()
  return list
    .map((name: unknown) => (name === from ? to : name))
    .filter((name) => {
      if (typeof name !== 'string') return true
      if (seen.has(name)) return false
      seen.add(name)
      return true
    })
}
