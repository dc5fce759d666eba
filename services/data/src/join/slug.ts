/**
 * Different slugs; a repeated one is numbered in their order. The cost grows with the number of slugs, however many
 * are equal.
 */
export function* uniqueSlugs(wanted: Iterable<string>): Generator<void, string[]> {
  const used = new Set<string>()
  const lastNumbers = new Map<string, number>()
  const slugs: string[] = []
  for (const slug of wanted) {
    let number = lastNumbers.get(slug) ?? 0
    let unique
    do {
      number++
      unique = number === 1 ? slug : `${slug}-${number}`
    } while (used.has(unique))
    lastNumbers.set(slug, number)
    used.add(unique)
    slugs.push(unique)
    yield
  }
  return slugs
}
