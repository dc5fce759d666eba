import { slugOf } from '@landscape/contracts/slug'

/**
 * A different slug for each name; a repeated one is numbered in the order of the names, the most
 * reliable first. The cost grows with the number of names, however many have the same slug.
 */
export function* uniqueSlugs(names: readonly string[]): Generator<void, string[]> {
  const used = new Set<string>()
  const lastNumbers = new Map<string, number>()
  const slugs: string[] = []
  for (const name of names) {
    const slug = slugOf(name) || 'technology'
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
