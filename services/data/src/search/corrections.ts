/** Shorter words are not corrected, and no correction is shorter: most short words differ by one letter. */
export const MIN_CORRECTED_LENGTH = 4

/** Whether one letter was inserted, deleted or replaced, or two neighbours were swapped. */
function isOneErrorApart(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  const isSwap = right.length === 2 && left === right.charAt(1) + right.charAt(0)
  return isSwap || (left !== right && Math.max(left.length, right.length) === 1)
}

/** The words in which two neighbours of a word are swapped. */
export function swapsOf(word: string): string[] {
  return Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
  )
}

/** The term that a word means: the word, one that begins with it, or one with a typing error less. */
export function meantTerm(word: string, terms: readonly string[]): string | undefined {
  if (terms.some((term) => term.startsWith(word))) return word
  return terms.find((term) => isOneErrorApart(word, term))
}
