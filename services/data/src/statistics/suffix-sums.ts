import { sumLanguages, type LanguageSums } from './language-sums.ts'
import { type RepositoryColumns, VISIBILITIES } from './stored-repositories.ts'

/**
 * A set of repositories ordered by last commit, with what any date filter can ask already added up:
 * a filter keeps a suffix of this order, so its answer stands where the suffix begins.
 */
export interface SuffixSums {
  /** Last commits, ascending. */
  readonly changed: Float64Array
  /** Per visibility: how many repositories from a position to the end. */
  readonly visible: readonly Uint32Array[]
  readonly languages: LanguageSums
}

/** Adds up the repositories with the given indices. */
export function createSuffixSums(columns: RepositoryColumns, members: Uint32Array): SuffixSums {
  const { changed, visibility, uses } = columns
  const order = members.toSorted((a, b) => (changed[a] ?? 0) - (changed[b] ?? 0))
  return {
    changed: new Float64Array(order).map((repository) => changed[repository] ?? 0),
    visible: VISIBILITIES.map((_, code) => suffixCounts(order, visibility, code)),
    languages: sumLanguages(order, uses),
  }
}

function suffixCounts(order: Uint32Array, visibility: Int8Array, code: number): Uint32Array {
  const counts = new Uint32Array(order.length + 1)
  for (let position = order.length - 1; position >= 0; position--) {
    const counted = visibility[order[position] ?? 0] === code ? 1 : 0
    counts[position] = (counts[position + 1] ?? 0) + counted
  }
  return counts
}

/** Where the repositories changed at or after an instant begin; without one, where all begin. */
export function positionOf({ changed }: SuffixSums, since: number | undefined): number {
  if (since === undefined) return 0
  let [first, last] = [0, changed.length]
  while (first < last) {
    const middle = (first + last) >>> 1
    if ((changed[middle] ?? 0) < since) first = middle + 1
    else last = middle
  }
  return first
}
