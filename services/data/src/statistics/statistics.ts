import type { JsonRecord } from '@landscape/contracts'
import { z } from 'zod'
import { languagesOf, VISIBILITIES, visibilityCode } from './stored-repositories.ts'

/** Which repositories to count: changed at or after `since`, archived or not. */
export interface RepositoryFilter {
  readonly since?: number | undefined
  readonly archived?: boolean | undefined
}

/** Numbers of repositories; other visibilities count in the total alone. */
const RepositoryStats = z
  .object({
    total_repos: z.int(),
    total_private_repos: z.int(),
    total_public_repos: z.int(),
    total_internal_repos: z.int(),
  })
  .meta({ id: 'RepositoryStats' })

/**
 * By language: how many repositories use it, the mean of its percentages in those, the sum of its
 * sizes.
 */
const LanguageStatistics = z
  .record(
    z.string(),
    z.object({ repo_count: z.int(), average_percentage: z.number(), total_size: z.number() }),
  )
  .meta({ id: 'LanguageStatistics' })

/** What clients see of a set of repositories. */
export const Statistics = z.object({
  stats: RepositoryStats,
  language_statistics: LanguageStatistics,
})
export type Statistics = z.infer<typeof Statistics>

/** Sums over the uses of one language. */
export interface LanguageTotal {
  readonly name: string
  count: number
  percentage: number
  size: number
}

/**
 * Numbers of repositories as clients see them.
 *
 * @param byVisibility numbers in the order of `VISIBILITIES`
 */
export function statsOf(total: number, byVisibility: ArrayLike<number>): Statistics['stats'] {
  return {
    total_repos: total,
    total_private_repos: byVisibility[0] ?? 0,
    total_public_repos: byVisibility[1] ?? 0,
    total_internal_repos: byVisibility[2] ?? 0,
  }
}

/**
 * The totals as an object keyed by name, in the order given; whole numbers as names come first, as in
 * every JavaScript object. `fromEntries` defines keys, so `__proto__` becomes one like any other.
 */
export function languageStatistics(
  totals: readonly LanguageTotal[],
): Statistics['language_statistics'] {
  return Object.fromEntries(
    totals.map(({ name, count, percentage, size }) => [
      name,
      {
        repo_count: count,
        average_percentage: Number((percentage / count).toFixed(3)),
        total_size: size,
      },
    ]),
  )
}

/** The statistics of a few repositories, by looking at each. */
export function countRepositories(repositories: readonly JsonRecord[]): Statistics {
  const byVisibility = VISIBILITIES.map(() => 0)
  const totals = new Map<string, LanguageTotal>()
  for (const repository of repositories) {
    const code = visibilityCode(repository['visibility'])
    if (code >= 0) byVisibility[code] = (byVisibility[code] ?? 0) + 1
    for (const { name, percentage, size } of languagesOf(repository)) {
      const total = totals.get(name) ?? { name, count: 0, percentage: 0, size: 0 }
      total.count += 1
      total.percentage += percentage
      total.size += size
      totals.set(name, total)
    }
  }
  return {
    stats: statsOf(repositories.length, byVisibility),
    language_statistics: languageStatistics([...totals.values()]),
  }
}
