import type { JsonRecord } from '@landscape/contracts'
import { inSlices } from '@landscape/errors'
import {
  countRepositories,
  languageStatistics,
  statsOf,
  type RepositoryFilter,
  type Statistics,
} from './statistics.ts'
import { VISIBILITIES, readColumns } from './stored-repositories.ts'
import { addUses, languageTotals, noTotals, replaceSums } from './language-sums.ts'
import { createStoredOrder, sumAsStored } from './stored-order.ts'
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
  /** In time that depends on the number of languages, hardly on that of repositories. */
  statistics(filter: RepositoryFilter): Statistics
  /** In time that depends on how many repositories have one of the names. */
  named(names: readonly string[], filter: RepositoryFilter): NamedRepositories
}

/**
 * Indexes `repositories.json`; others are served meanwhile. Elements of `repositories` that are not objects are left out. A date
 * filter keeps what was changed from `since` to `now`; a repository without a readable last commit,
 * or with one after `now`, passes no date filter.
 */
export function createRepositoryIndex(document: unknown, now: number): Promise<RepositoryIndex> {
  return inSlices(indexing(document, now))
}

function* indexing(document: unknown, now: number): Generator<void, RepositoryIndex> {
  const columns = yield* readColumns(document, now)
  const { repositories, changed, archived, validUntil } = columns
  const languages = columns.uses.names
  const indices = Uint32Array.from(repositories.keys())
  const isArchived = (index: number) => archived[index] === 1
  const active = createSuffixSums(
    columns,
    indices.filter((index) => !isArchived(index)),
  )
  yield
  const retired = createSuffixSums(columns, indices.filter(isArchived))
  yield
  const order = createStoredOrder(columns.uses)
  const lookup = yield* createNameLookup(repositories)

  function passes(index: number, filter: RepositoryFilter): boolean {
    if (filter.archived !== undefined && filter.archived !== isArchived(index)) return false
    return filter.since === undefined || (changed[index] ?? 0) >= filter.since
  }

  return {
    validUntil,
    statistics(filter) {
      const kept = filter.archived ? [retired] : [active]
      const sets = filter.archived === undefined ? [active, retired] : kept
      const added = addUp(sets, filter.since, languages.length)
      replaceSums(added.totals, (known) => {
        return sumAsStored(order, known, (index) => passes(index, filter))
      })
      return {
        stats: added.stats,
        language_statistics: languageStatistics(languageTotals(added.totals, languages)),
      }
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
  languages: number,
): { stats: Statistics['stats']; totals: Float64Array } {
  let repositories = 0
  const byVisibility = VISIBILITIES.map(() => 0)
  const totals = noTotals(languages)
  for (const set of sets) {
    const from = positionOf(set, since)
    repositories += set.changed.length - from
    set.visible.forEach((counts, code) => {
      byVisibility[code] = (byVisibility[code] ?? 0) + (counts[from] ?? 0)
    })
    addUses(totals, set.languages, from)
  }
  return { stats: statsOf(repositories, byVisibility), totals }
}

/** A version of the repositories as it was read. */
interface Version {
  readonly value: unknown
  readonly etag: string
}

/** The index of the present version. */
export interface CurrentIndex {
  readonly index: RepositoryIndex
  /** Another one as soon as the index answers anything else. */
  readonly cacheKey: string
}

/** The index of a version of the repositories. */
export type IndexOf = (version: Version) => Promise<CurrentIndex>

/**
 * Indexes each version once, and again only when a commit dated in the future has come to pass. The index
 * before answers those who read the version before, until the next one is made.
 *
 * @param now milliseconds since the epoch
 */
export function createCurrentIndex(now: () => number): IndexOf {
  let current: (CurrentIndex & { etag: string }) | undefined
  let coming: { etag: string; made: Promise<CurrentIndex> } | undefined

  async function make({ value, etag }: Version): Promise<CurrentIndex> {
    const index = await createRepositoryIndex(value, now())
    current = { index, etag, cacheKey: `${etag} ${index.validUntil}` }
    if (coming?.etag === etag) coming = undefined
    return current
  }

  return async (version) => {
    const { etag } = version
    if (current?.etag === etag && now() < current.index.validUntil) return current
    if (coming?.etag !== etag) coming = { etag, made: make(version) }
    return coming.made
  }
}

/** Answers the indices of the repositories with one of the names, in any case, in stored order. */
export type NameLookup = (names: readonly string[]) => number[]

const NONE = -1

/** Repositories that share a name are chained from the first to the last; nameless ones are left out. */
function* createNameLookup(repositories: readonly JsonRecord[]): Generator<void, NameLookup> {
  const first = new Map<string, number>()
  const following = new Int32Array(repositories.length)
  for (let index = repositories.length - 1; index >= 0; index--) {
    yield
    const name = repositories[index]?.['name']
    if (typeof name !== 'string') continue
    const key = name.toLowerCase()
    following[index] = first.get(key) ?? NONE
    first.set(key, index)
  }
  return (names) => {
    const found = new Set<number>()
    for (const name of names) {
      let index = first.get(name.toLowerCase()) ?? NONE
      while (index !== NONE) {
        found.add(index)
        index = following[index] ?? NONE
      }
    }
    return [...found].sort((a, b) => a - b)
  }
}
