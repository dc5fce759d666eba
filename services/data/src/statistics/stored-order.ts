import type { LanguageUses } from './stored-repositories.ts'

/** The uses of each language, in stored order. */
export interface StoredOrder {
  /** The uses of language `l` are those from `start[l]` up to `start[l + 1]`. */
  readonly start: Uint32Array
  /** Whose use it is: the index of a repository. */
  readonly repository: Uint32Array
  readonly percentage: Float64Array
  /** The sum of all percentages of a language without their signs. */
  readonly magnitude: Float64Array
}

/** Groups the uses by language. */
export function createStoredOrder(uses: LanguageUses): StoredOrder {
  const start = new Uint32Array(uses.names.length + 1)
  for (const language of uses.language) start[language + 1] = (start[language + 1] ?? 0) + 1
  for (let language = 1; language < start.length; language++) {
    start[language] = (start[language] ?? 0) + (start[language - 1] ?? 0)
  }
  const next = start.slice()
  const repository = new Uint32Array(uses.language.length)
  const percentage = new Float64Array(uses.language.length)
  const magnitude = new Float64Array(uses.names.length)
  for (let owner = 0; owner + 1 < uses.start.length; owner++) {
    const end = uses.start[owner + 1] ?? 0
    for (let use = uses.start[owner] ?? 0; use < end; use++) {
      const language = uses.language[use] ?? 0
      const place = next[language] ?? 0
      next[language] = place + 1
      repository[place] = owner
      percentage[place] = uses.percentage[use] ?? 0
      magnitude[language] = (magnitude[language] ?? 0) + Math.abs(percentage[place] ?? 0)
    }
  }
  return { start, repository, percentage, magnitude }
}

/**
 * A sum of percentages whose mean has the third decimal that adding in stored order gives it. Numbers
 * that were added in another order differ by less than any decimal shows, unless their mean lies between
 * two decimals: then they are added again.
 *
 * @param sum of `count` percentages of one language, added in any order
 * @param passes whether a repository counts
 */
export function sumAsStored(
  order: StoredOrder,
  { language, sum, count }: { language: number; sum: number; count: number },
  passes: (repository: number) => boolean,
): number {
  const thousandths = (sum / count) * 1_000
  // Two orders of adding numbers differ by at most this much of the sum of their magnitudes, eight
  // times over: each addition rounds by half an epsilon of what there is by then.
  const doubt = 8_000 * Number.EPSILON * (order.magnitude[language] ?? 0)
  if (Math.abs(thousandths - Math.floor(thousandths) - 0.5) > doubt) return sum
  let again = 0
  const end = order.start[language + 1] ?? 0
  for (let use = order.start[language] ?? 0; use < end; use++) {
    if (passes(order.repository[use] ?? 0)) again += order.percentage[use] ?? 0
  }
  return again
}
