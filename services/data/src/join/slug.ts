import { numberedSlug, type Slug } from '@landscape/contracts/admit'

/**
 * Different slugs; a repeated one is numbered in their order. The cost grows with the number of slugs, however many
 * are equal.
 */
export function* uniqueSlugs(wanted: Iterable<Slug>): Generator<void, Slug[]> {
  const used = new Set<Slug>()
  const lastNumbers = new Map<Slug, number>()
  const slugs: Slug[] = []
  for (const slug of wanted) {
    let number = lastNumbers.get(slug) ?? 0
    let unique
    do {
      number++
      unique = numberedSlug(slug, number)
    } while (used.has(unique))
    lastNumbers.set(slug, number)
    used.add(unique)
    slugs.push(unique)
    yield
  }
  return slugs
}
