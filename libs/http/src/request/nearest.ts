/** Longer words are not compared: the cost grows with the length. */
const MAX_LENGTH = 200

/** A sentence that suggests the nearest known word; empty when none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === undefined ? '' : `Did you mean ${meant}?`
}

/** The known word nearest to a misspelt one; `undefined` when none is close. */
function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  const candidates = known
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.ceil(candidate.length / 3))
    .sort((a, b) => a.edits - b.edits)
  return candidates[0]?.candidate
}

/** Levenshtein distance. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
