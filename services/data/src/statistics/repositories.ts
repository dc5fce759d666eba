import { understood } from '@landscape/contracts/element'
import type { RepositoriesDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import {
  lastUpdatedOf,
  repositoryOf,
  type StoredRepository,
} from '@landscape/contracts/repositories'

/** Which repositories to count: last commit at or after `since`, archived or not. */
export interface RepositoryFilter {
  readonly since?: number | undefined
  readonly archived?: boolean | undefined
}

/** One version of the repositories, prepared for filters and names. */
export interface Repositories {
  /** In stored order. */
  readonly all: readonly StoredRepository[]
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
    byName: Map.groupBy(all.keys(), (index) => all[index]?.name.toLowerCase() ?? ''),
    newestCommit: all.reduce((newest, { lastCommitAt = newest }) => {
      return Math.max(newest, lastCommitAt)
    }, -Infinity),
    lastUpdated: lastUpdatedOf(document),
  }
})

/**
 * The repositories that pass the filter, in stored order. With `since`, a last commit that is unreadable or
 * later than `now` does not pass.
 */
export function filterRepositories(
  { all }: Pick<Repositories, 'all'>,
  { since, archived }: RepositoryFilter,
  now: number,
): StoredRepository[] {
  return all.filter(({ isArchived, lastCommitAt = NaN }) => {
    if (archived !== undefined && archived !== isArchived) return false
    return since === undefined || (since <= lastCommitAt && lastCommitAt <= now)
  })
}

/** The repositories with one of the names, in any case, that pass the filter, in stored order. */
export function findRepositories(
  { all, byName }: Repositories,
  names: readonly string[],
  filter: RepositoryFilter,
  now: number,
): StoredRepository[] {
  const found = new Set(names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))
  const inStoredOrder = [...found].sort((a, b) => a - b).flatMap((index) => all[index] ?? [])
  return filterRepositories({ all: inStoredOrder }, filter, now)
}

/** Number of last commits after `now`; results of date filters change only when it does. */
export function countFutureCommits({ all, newestCommit }: Repositories, now: number): number {
  if (newestCommit <= now) return 0
  return all.filter(({ lastCommitAt = NaN }) => lastCommitAt > now).length
}
