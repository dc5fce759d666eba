/** Symbols that become words in a slug. */
const WORDS: readonly [RegExp, string][] = [
  [/^\./u, 'dot-'],
  [/\+/gu, '-plus'],
  [/#/gu, '-sharp'],
  [/&/gu, '-and-'],
]

/** Maximum number of characters; an address accepts 200. */
const MAX_SLUG_LENGTH = 100

/** The last segment of the address of a technology or a project: `C++` is `c-plus-plus`, `Node.js` is `nodejs`. */
export function slugOf(name: string): string {
  const lower = name.normalize('NFKC').trim().toLowerCase()
  return WORDS.reduce((text, [symbol, word]) => text.replace(symbol, word), lower)
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/gu, '')
}

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
