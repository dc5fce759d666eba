import type { JsonRecord } from '../json/record.ts'
import { countRepositories } from './count-repositories.ts'
import { createNameLookup } from './name-lookup.ts'
import { readColumns } from './repository-columns.ts'
import {
  languageStatistics,
  statsOf,
  VISIBILITIES,
  type LanguageTotal,
  type RepositoryFilter,
  type Statistics,
} from './statistics.ts'
import { addUses, createSuffixSums, positionOf, type SuffixSums } from './suffix-sums.ts'

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
  /** In time that depends on the number of languages, hardly on that of repositories. */
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
  const active = createSuffixSums(
    columns,
    indices.filter((index) => archived[index] === 0),
  )
  const retired = createSuffixSums(
    columns,
    indices.filter((index) => archived[index] === 1),
  )
  const lookup = createNameLookup(repositories)

  function passes(index: number, filter: RepositoryFilter): boolean {
    if (filter.archived !== undefined && filter.archived !== (archived[index] === 1)) return false
    return filter.since === undefined || (changed[index] ?? 0) >= filter.since
  }

  return {
    validUntil,
    statistics({ since, archived }) {
      const sets = archived === undefined ? [active, retired] : [archived ? retired : active]
      return addUp(sets, since, languages)
    },
    named(names, filter) {
      const indices = lookup(names).filter((index) => passes(index, filter))
      const found = indices
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
  const suffixes = sets.map((sums) => ({ sums, from: positionOf(sums, since) }))
  const sum = (count: (suffix: { sums: SuffixSums; from: number }) => number) =>
    suffixes.reduce((total, suffix) => total + count(suffix), 0)
  const used: { total: LanguageTotal; firstUse: number }[] = []
  for (const [language, name] of languages.entries()) {
    const total = { name, count: 0, percentage: 0, size: 0 }
    let firstUse = Infinity
    for (const { sums, from } of suffixes) {
      firstUse = Math.min(firstUse, addUses(total, sums.languages, language, from))
    }
    if (total.count > 0) used.push({ total, firstUse })
  }
  used.sort((a, b) => a.firstUse - b.firstUse)
  return {
    stats: statsOf(
      sum(({ sums, from }) => sums.changed.length - from),
      VISIBILITIES.map((_, code) => sum(({ sums, from }) => sums.visible[code]?.[from] ?? 0)),
    ),
    language_statistics: languageStatistics(used.map(({ total }) => total)),
  }
}
