import type { StoredRepository } from '@landscape/contracts/repositories'
import { z } from 'zod'

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
export function countRepositories(repositories: readonly StoredRepository[]): Statistics {
  const byVisibility = new Map<string, number>()
  const languages = new Map<string, { count: number; percentage: number; size: number }>()
  for (const { visibility, languages: its } of repositories) {
    byVisibility.set(visibility, (byVisibility.get(visibility) ?? 0) + 1)
    for (const { name, percentage, size } of its) {
      const sums = languages.get(name) ?? { count: 0, percentage: 0, size: 0 }
      sums.count += 1
      sums.percentage += amount(percentage)
      sums.size += amount(size)
      languages.set(name, sums)
    }
  }
  return {
    stats: {
      total_repos: repositories.length,
      total_private_repos: byVisibility.get('PRIVATE') ?? 0,
      total_public_repos: byVisibility.get('PUBLIC') ?? 0,
      total_internal_repos: byVisibility.get('INTERNAL') ?? 0,
    },
    // `fromEntries` defines keys, so a language named `__proto__` becomes an ordinary one.
    language_statistics: Object.fromEntries(
      Array.from(languages, ([name, { count, percentage, size }]) => [
        name,
        {
          repo_count: count,
          average_percentage: Number((percentage / count).toFixed(3)),
          total_size: size,
        },
      ]),
    ),
  }
}

/** Numbers beyond the safe integers count as 0, so that every sum stays finite. */
function amount(value: number | null): number {
  return value !== null && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 0
}
