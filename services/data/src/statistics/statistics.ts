import { z } from 'zod'
import { VISIBILITIES } from './language-table.ts'
import type { Selection } from './repositories.ts'

/** Numbers of repositories; any other visibility counts only in the total. */
const RepositoryStats = z
  .object({
    total_repos: z.int(),
    total_private_repos: z.int(),
    total_public_repos: z.int(),
    total_internal_repos: z.int(),
  })
  .meta({ id: 'RepositoryStats' })

/** By language: number of repositories, mean percentage in them, sum of sizes in bytes. */
const LanguageStatistics = z
  .record(
    z.string(),
    z.object({ repo_count: z.int(), average_percentage: z.number(), total_size: z.number() }),
  )
  .meta({ id: 'LanguageStatistics' })

/** Statistics of a set of repositories. */
export const Statistics = z.object({
  stats: RepositoryStats,
  language_statistics: LanguageStatistics,
})
export type Statistics = z.infer<typeof Statistics>

/** Counts repositories, and sums their languages in stored order, in one pass. */
export function countRepositories({ table, indexes }: Selection): Statistics {
  const { visibilities, offsets, languages, percentages, sizes, names } = table
  const byVisibility = new Uint32Array(VISIBILITIES.length + 1)
  const counts = new Uint32Array(names.length)
  const sums = { percentage: new Float64Array(names.length), size: new Float64Array(names.length) }
  /** In the order of their first use. */
  const used: number[] = []
  for (const index of indexes) {
    const visibility = visibilities[index] as number
    byVisibility[visibility] = at(byVisibility, visibility) + 1
    for (let use = at(offsets, index); use < at(offsets, index + 1); use++) {
      const language = at(languages, use)
      if (at(counts, language) === 0) used.push(language)
      counts[language] = at(counts, language) + 1
      sums.percentage[language] = at(sums.percentage, language) + at(percentages, use)
      sums.size[language] = at(sums.size, language) + at(sizes, use)
    }
  }
  const [total_private_repos, total_public_repos, total_internal_repos] = byVisibility
  return {
    stats: {
      total_repos: indexes.length,
      total_private_repos: total_private_repos ?? 0,
      total_public_repos: total_public_repos ?? 0,
      total_internal_repos: total_internal_repos ?? 0,
    },
    // `fromEntries` defines keys, so a language named `__proto__` becomes an ordinary one.
    language_statistics: Object.fromEntries(
      used.map((language) => [
        names[language],
        {
          repo_count: at(counts, language),
          average_percentage: mean(at(sums.percentage, language), at(counts, language)),
          total_size: at(sums.size, language),
        },
      ]),
    ),
  }
}

function mean(sum: number, count: number): number {
  return Number((sum / count).toFixed(3))
}

/** A number at an index that exists. */
function at(numbers: Uint32Array | Float64Array, index: number): number {
  return numbers[index] as number
}
