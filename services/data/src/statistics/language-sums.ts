import type { LanguageUses } from './stored-repositories.ts'
import type { LanguageTotal } from './statistics.ts'

/**
 * The uses of languages by repositories in some order, cut into blocks. For each block the totals
 * from there to the end are ready, so that a suffix costs one row of them and the rest of one block.
 */
export interface LanguageSums {
  /** The uses of the repository at position `p` are those from `start[p]` up to `start[p + 1]`. */
  readonly start: Uint32Array
  readonly language: Uint32Array
  readonly percentage: Float64Array
  readonly size: Float64Array
  /** Which use it is in stored order. */
  readonly ordinal: Uint32Array
  /** Positions per block. */
  readonly blockSize: number
  /** A row of totals for each block; a last one without uses. */
  readonly rows: Float64Array
}

/** Per language side by side: number of uses, percentage, size, first use in stored order. */
const WIDTH = 4

/** Smaller blocks would gain nothing over the time that reading a row takes. */
const MIN_BLOCK = 32

/** Totals of nothing. */
export function noTotals(languages: number): Float64Array {
  const totals = new Float64Array(languages * WIDTH)
  for (let cell = WIDTH - 1; cell < totals.length; cell += WIDTH) totals[cell] = Infinity
  return totals
}

/**
 * Prepares the sums of every language over repositories in an order, so that those over its end
 * need no walk.
 */
export function sumLanguages(order: Uint32Array, uses: LanguageUses): LanguageSums {
  const languages = uses.names.length
  // With as many positions in a block as there are languages, the rows need no more than four
  // numbers per repository.
  const blockSize = Math.max(MIN_BLOCK, languages)
  const blocks = Math.ceil(order.length / blockSize)
  const rows = new Float64Array((blocks + 1) * languages * WIDTH)
  const sums = { ...usesInOrder(order, uses), blockSize, rows }
  const totals = noTotals(languages)
  for (let block = blocks; block >= 0; block--) {
    addPositions(totals, sums, block * blockSize, (block + 1) * blockSize)
    rows.set(totals, block * totals.length)
  }
  return sums
}

function usesInOrder(order: Uint32Array, uses: LanguageUses) {
  const start = new Uint32Array(order.length + 1)
  order.forEach((repository, position) => {
    const count = (uses.start[repository + 1] ?? 0) - (uses.start[repository] ?? 0)
    start[position + 1] = (start[position] ?? 0) + count
  })
  const count = start[order.length] ?? 0
  const language = new Uint32Array(count)
  const percentage = new Float64Array(count)
  const size = new Float64Array(count)
  const ordinal = new Uint32Array(count)
  order.forEach((repository, position) => {
    const end = uses.start[repository + 1] ?? 0
    let next = start[position] ?? 0
    for (let use = uses.start[repository] ?? 0; use < end; use++, next++) {
      language[next] = uses.language[use] ?? 0
      percentage[next] = uses.percentage[use] ?? 0
      size[next] = uses.size[use] ?? 0
      ordinal[next] = use
    }
  })
  return { start, language, percentage, size, ordinal }
}

function addPositions(totals: Float64Array, sums: LanguageSums, from: number, to: number): void {
  const { start, language, percentage, size, ordinal } = sums
  const last = start.length - 1
  const end = start[Math.min(to, last)] ?? 0
  for (let use = start[Math.min(from, last)] ?? 0; use < end; use++) {
    const cell = (language[use] ?? 0) * WIDTH
    add(totals, cell, 1, percentage[use] ?? 0, size[use] ?? 0, ordinal[use] ?? 0)
  }
}

function add(
  totals: Float64Array,
  cell: number,
  count: number,
  percentage: number,
  size: number,
  first: number,
): void {
  totals[cell] = (totals[cell] ?? 0) + count
  totals[cell + 1] = (totals[cell + 1] ?? 0) + percentage
  totals[cell + 2] = (totals[cell + 2] ?? 0) + size
  totals[cell + 3] = Math.min(totals[cell + 3] ?? 0, first)
}

/** Adds the uses from a position on. */
export function addUses(totals: Float64Array, sums: LanguageSums, from: number): void {
  const block = Math.ceil(from / sums.blockSize)
  const row = block * totals.length
  const { rows } = sums
  for (let cell = 0; cell < totals.length; cell += WIDTH) {
    const at = row + cell
    add(totals, cell, rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0, rows[at + 3] ?? 0)
  }
  addPositions(totals, sums, from, block * sums.blockSize)
}

/**
 * Puts another sum of percentages in the place of that of each language in use.
 *
 * @param sumOf takes the number of a language, and what it adds up to so far
 */
export function replaceSums(
  totals: Float64Array,
  sumOf: (known: { language: number; sum: number; count: number }) => number,
): void {
  for (let cell = 0; cell < totals.length; cell += WIDTH) {
    const [count = 0, sum = 0] = totals.subarray(cell, cell + 2)
    if (count > 0) totals[cell + 1] = sumOf({ language: cell / WIDTH, sum, count })
  }
}

/** The languages in use, in the order in which the stored repositories name them first. */
export function languageTotals(totals: Float64Array, names: readonly string[]): LanguageTotal[] {
  const number = (language: number, column: number) => totals[language * WIDTH + column] ?? 0
  return Array.from(names.keys())
    .filter((language) => number(language, 0) > 0)
    .sort((a, b) => number(a, 3) - number(b, 3))
    .map((language) => ({
      name: names[language] ?? '',
      count: number(language, 0),
      percentage: number(language, 1),
      size: number(language, 2),
    }))
}
