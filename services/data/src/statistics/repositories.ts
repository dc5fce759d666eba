import { understood } from '@landscape/contracts/json'
import type { RepositoriesDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import {
  lastUpdatedOf,
  repositoryOf,
  type StoredRepository,
} from '@landscape/contracts/repositories'
import { languageTable, type LanguageTable } from './language-table.ts'

/** Which repositories to count: last commit at or after `since`, archived or not. */
export interface RepositoryFilter {
  readonly since?: number | undefined
  readonly archived?: boolean | undefined
}

/** One version of the repositories, prepared for filters and names. */
export interface Repositories {
  /** In stored order. */
  readonly all: readonly StoredRepository[]
  readonly table: LanguageTable
  /** Indexes by lower-case name; several repositories may share one. */
  readonly byName: ReadonlyMap<string, readonly number[]>
  readonly newestCommit: number
  /** `metadata.last_updated`; null unless it is a string. */
  readonly lastUpdated: string | null
}

/** The repositories of a stored version, without opaque elements; prepared once for all requests. */
export const repositoriesOf = oncePerObject((document: RepositoriesDocument): Repositories => {
  const all = understood(document.repositories.map(repositoryOf))
  return {
    all,
    table: languageTable(all),
    byName: Map.groupBy(all.keys(), (index) => all[index]?.name.toLowerCase() ?? ''),
    newestCommit: all.reduce((newest, { lastCommitAt = newest }) => {
      return Math.max(newest, lastCommitAt)
    }, -Infinity),
    lastUpdated: lastUpdatedOf(document),
  }
})

/** Some repositories of a version. */
export interface Selection extends Pick<Repositories, 'all' | 'table'> {
  /** In stored order. */
  readonly indexes: readonly number[]
}

/**
 * The repositories that pass the filter. With `since`, a last commit that is unreadable or later than `now` does
 * not pass.
 */
export function filterRepositories(
  { all, table }: Pick<Repositories, 'all' | 'table'>,
  { since, archived }: RepositoryFilter,
  now: number,
  among: Iterable<number> = all.keys(),
): Selection {
  const { commits, archived: flags } = table
  const indexes: number[] = []
  for (const index of among) {
    if (archived !== undefined && archived !== (flags[index] === 1)) continue
    const commit = commits[index] as number
    if (since === undefined || (since <= commit && commit <= now)) indexes.push(index)
  }
  return { all, table, indexes }
}

/** The repositories with one of the names, in any case, that pass the filter. */
export function findRepositories(
  repositories: Repositories,
  names: readonly string[],
  filter: RepositoryFilter,
  now: number,
): Selection {
  const { byName } = repositories
  const indexes = new Set(names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))
  return filterRepositories(
    repositories,
    filter,
    now,
    [...indexes].sort((a, b) => a - b),
  )
}

/** The selected repositories. */
export function selected({ all, indexes }: Selection): StoredRepository[] {
  return indexes.flatMap((index) => all[index] ?? [])
}

/** Number of last commits after `now`; results of date filters change only when it does. */
export function countFutureCommits({ all, newestCommit }: Repositories, now: number): number {
  if (newestCommit <= now) return 0
  return all.filter(({ lastCommitAt = NaN }) => lastCommitAt > now).length
}
