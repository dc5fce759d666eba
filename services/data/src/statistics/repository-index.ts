import type { JsonRecord } from '../json/record.ts'
import { countRepositories } from './count-repositories.ts'
import { createNameLookup } from './name-lookup.ts'
import { readColumns } from './repository-columns.ts'
import {
  languageStatistics,
  statsOf,
  VISIBILITIES,
  type RepositoryFilter,
  type Statistics,
} from './statistics.ts'
import { addUses, languageTotals, noTotals } from './language-sums.ts'
import { createSuffixSums, positionOf, type SuffixSums } from './suffix-sums.ts'

/** The repositories that were asked for by name, and their statistics. */
export interface NamedRepositories extends Statistics {
  readonly repositories: readonly JsonRecord[]
  /** The stored names of `repositories`. */
  readonly found_repos: readonly string[]
}

/** One version of the repositories, ready for every filter. */
export interface RepositoryIndex {
  /** From this instant on (milliseconds) a further repository passes date filters: index anew. */
  readonly validUntil: number
  /** In time that depends on the number of languages, not on that of repositories. */
  statistics(filter: RepositoryFilter): Statistics
  /** In time that depends on how many repositories have one of the names. */
  named(names: readonly string[], filter: RepositoryFilter): NamedRepositories
}

/**
 * Indexes `repositories.json`. Elements of `repositories` that are not objects are left out. A date
 * filter keeps what was changed from `since` to `now`; a repository without a readable last commit,
 * or with one after `now`, passes no date filter.
 */
export function createRepositoryIndex(document: unknown, now: number): RepositoryIndex {
  const columns = readColumns(document, now)
  const { repositories, changed, archived, validUntil } = columns
  const languages = columns.uses.names
  const indices = Uint32Array.from(repositories.keys())
  const isArchived = (index: number) => archived[index] === 1
  const active = createSuffixSums(
    columns,
    indices.filter((index) => !isArchived(index)),
  )
  const retired = createSuffixSums(columns, indices.filter(isArchived))
  const lookup = createNameLookup(repositories)

  function passes(index: number, filter: RepositoryFilter): boolean {
    if (filter.archived !== undefined && filter.archived !== isArchived(index)) return false
    return filter.since === undefined || (changed[index] ?? 0) >= filter.since
  }

  return {
    validUntil,
    statistics(filter) {
      const kept = filter.archived ? [retired] : [active]
      const sets = filter.archived === undefined ? [active, retired] : kept
      return addUp(sets, filter.since, languages)
    },
    named(names, filter) {
      const found = lookup(names)
        .filter((index) => passes(index, filter))
        .map((index) => repositories[index])
        .filter((stored) => stored !== undefined)
      return {
        repositories: found,
        ...countRepositories(found),
        found_repos: found.map((repository) => String(repository['name'])),
      }
    },
  }
}

function addUp(
  sets: readonly SuffixSums[],
  since: number | undefined,
  languages: readonly string[],
): Statistics {
  let repositories = 0
  const byVisibility = VISIBILITIES.map(() => 0)
  const totals = noTotals(languages.length)
  for (const set of sets) {
    const from = positionOf(set, since)
    repositories += set.changed.length - from
    set.visible.forEach((counts, code) => {
      byVisibility[code] = (byVisibility[code] ?? 0) + (counts[from] ?? 0)
    })
    addUses(totals, set.languages, from)
  }
  return {
    stats: statsOf(repositories, byVisibility),
    language_statistics: languageStatistics(languageTotals(totals, languages)),
  }
}
