import type { LanguageUses, RepositoryColumns } from './repository-columns.ts'
import { VISIBILITIES, type LanguageTotal } from './statistics.ts'

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

/** Sums over the uses of each language; each language's entries end in one that sums nothing. */
interface LanguageSums {
  /** The entries of language `l` are those from `start[l]` up to `start[l + 1]`. */
  readonly start: Uint32Array
  /** Where in the order of last commits the use is. */
  readonly position: Uint32Array
  readonly percentage: Float64Array
  readonly size: Float64Array
  /** The earliest in stored order of the uses from here to the end. */
  readonly firstUse: Uint32Array
}

const NO_USE = 0xffff_ffff

/** Adds up the repositories with the given indices. */
export function createSuffixSums(columns: RepositoryColumns, members: Uint32Array): SuffixSums {
  const { changed, visibility, uses } = columns
  const order = members.toSorted((a, b) => at(changed, a) - at(changed, b))
  return {
    changed: Float64Array.from(order, (repository) => at(changed, repository)),
    visible: VISIBILITIES.map((_, code) => suffixCounts(order, visibility, code)),
    languages: sumLanguages(order, uses),
  }
}

function suffixCounts(order: Uint32Array, visibility: Int8Array, code: number): Uint32Array {
  const counts = new Uint32Array(order.length + 1)
  for (let position = order.length - 1; position >= 0; position--) {
    const counted = visibility[at(order, position)] === code ? 1 : 0
    counts[position] = at(counts, position + 1) + counted
  }
  return counts
}

function sumLanguages(order: Uint32Array, uses: LanguageUses): LanguageSums {
  const start = languageStarts(order, uses)
  const entries = at(start, uses.names.length)
  const position = new Uint32Array(entries).fill(order.length)
  const percentage = new Float64Array(entries)
  const size = new Float64Array(entries)
  const firstUse = new Uint32Array(entries).fill(NO_USE)
  /** Per language the entry filled last, from the end. */
  const next = start.slice(1).map((end) => end - 1)
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const repository = order[rank] ?? 0
    const end = uses.start[repository + 1] ?? 0
    for (let use = uses.start[repository] ?? 0; use < end; use++) {
      const language = uses.language[use] ?? 0
      const after = next[language] ?? 0
      const entry = after - 1
      position[entry] = rank
      percentage[entry] = (percentage[after] ?? 0) + (uses.percentage[use] ?? 0)
      size[entry] = (size[after] ?? 0) + (uses.size[use] ?? 0)
      firstUse[entry] = Math.min(firstUse[after] ?? NO_USE, use)
      next[language] = entry
    }
  }
  return { start, position, percentage, size, firstUse }
}

function languageStarts(order: Uint32Array, uses: LanguageUses): Uint32Array {
  const start = new Uint32Array(uses.names.length + 1)
  for (const repository of order) {
    for (let use = at(uses.start, repository); use < at(uses.start, repository + 1); use++) {
      const following = at(uses.language, use) + 1
      start[following] = at(start, following) + 1
    }
  }
  for (let language = 1; language < start.length; language++) {
    start[language] = at(start, language - 1) + at(start, language) + 1
  }
  return start
}

/** Where the repositories changed at or after an instant begin; without one, where all begin. */
export function positionOf({ changed }: SuffixSums, since: number | undefined): number {
  return since === undefined ? 0 : lowerBound(changed, since, 0, changed.length)
}

/** Adds the uses of a language from a position on to a total; answers the earliest of them. */
export function addUses(
  total: LanguageTotal,
  { start, position, percentage, size, firstUse }: LanguageSums,
  language: number,
  from: number,
): number {
  const end = at(start, language + 1) - 1
  const entry = lowerBound(position, from, at(start, language), end)
  total.count += end - entry
  total.percentage += at(percentage, entry)
  total.size += at(size, entry)
  return at(firstUse, entry)
}

/** The first of the ascending values from `low` up to `high` that is not below `bound`. */
function lowerBound(values: ArrayLike<number>, bound: number, low: number, high: number): number {
  let [first, last] = [low, high]
  while (first < last) {
    const middle = (first + last) >>> 1
    if (at(values, middle) < bound) first = middle + 1
    else last = middle
  }
  return first
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0
}
