/** Symbols that become words in a slug. */
const WORDS: readonly [RegExp, string][] = [
  [/^\./u, 'dot-'],
  [/\+/gu, '-plus'],
  [/#/gu, '-sharp'],
  [/&/gu, '-and-'],
]

/** Maximum number of characters; an address accepts 200. */
const MAX_SLUG_LENGTH = 100

/** A name as the last segment of an address: `C++` is `c-plus-plus`, `Node.js` is `nodejs`. */
export function slugOf(name: string): string {
  const lower = name.normalize('NFKC').trim().toLowerCase()
  return (
    WORDS.reduce((text, [symbol, word]) => text.replace(symbol, word), lower)
      .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, MAX_SLUG_LENGTH)
      // The second is half a character.
      .replace(/^-|[-\p{Cs}]$/gu, '')
  )
}
