import type { JsonRecord } from '../json/record.ts'
import { languagesOf } from './repository.ts'
import {
  languageStatistics,
  statsOf,
  VISIBILITIES,
  visibilityCode,
  type LanguageTotal,
  type Statistics,
} from './statistics.ts'

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
