import type { JsonRecord } from '@landscape/contracts'
import { languagesOf, VISIBILITIES, visibilityCode } from './repository.ts'

/** Which repositories to count: changed at or after `since`, archived or not. */
export interface RepositoryFilter {
  readonly since?: number | undefined
  readonly archived?: boolean | undefined
}

/** Numbers of repositories; other visibilities count in the total alone. */
export interface RepositoryStats {
  readonly total_repos: number
  readonly total_private_repos: number
  readonly total_public_repos: number
  readonly total_internal_repos: number
}

export interface LanguageStatistics {
  readonly repo_count: number
  readonly average_percentage: number
  readonly total_size: number
}

/** What clients see of a set of repositories. */
export interface Statistics {
  readonly stats: RepositoryStats
  readonly language_statistics: Readonly<Record<string, LanguageStatistics>>
}

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
export function statsOf(total: number, byVisibility: ArrayLike<number>): RepositoryStats {
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
