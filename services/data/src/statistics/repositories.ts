import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { asRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { lastUpdatedOf } from '../join/repositories.ts'

/** Which repositories to count: last commit at or after `since`, archived or not. */
export interface RepositoryFilter {
  readonly since?: number | undefined
  readonly archived?: boolean | undefined
}

interface Entry {
  readonly record: JsonRecord
  readonly position: number
  /** Milliseconds since the epoch; `undefined` without a readable last commit. */
  readonly lastCommit: number | undefined
}

/** One version of the repositories, prepared for filters and names. */
export interface Repositories {
  /** In stored order. */
  readonly entries: readonly Entry[]
  /** By lower-case name; several repositories may share one. */
  readonly byName: ReadonlyMap<string, readonly Entry[]>
  readonly newestCommit: number
  /** `metadata.last_updated`; null unless it is a string. */
  readonly lastUpdated: string | null
}

const parsed = new WeakMap<object, Repositories>()

/** The repositories of a stored version, parsed once for all requests. */
export function repositoriesOf(version: object): Repositories {
  const repositories = parsed.get(version) ?? parseRepositories(version)
  parsed.set(version, repositories)
  return repositories
}

/** Parses `repositories.json`; array elements that are not objects are left out. */
export function parseRepositories(document: unknown): Repositories {
  const { repositories } = asRecord(document)
  const entries = recordsOf(repositories).map((record, position) => {
    const { last_commit } = record
    const lastCommit = typeof last_commit === 'string' ? parseIsoInstant(last_commit) : undefined
    return { record, position, lastCommit }
  })
  return {
    entries,
    byName: groupByName(entries),
    newestCommit: entries.reduce((newest, { lastCommit = newest }) => {
      return Math.max(newest, lastCommit)
    }, -Infinity),
    lastUpdated: lastUpdatedOf(document),
  }
}

function groupByName(entries: readonly Entry[]): Map<string, Entry[]> {
  const byName = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { name } = entry.record
    if (typeof name !== 'string') continue
    const key = name.toLowerCase()
    const namesakes = byName.get(key)
    if (namesakes) namesakes.push(entry)
    else byName.set(key, [entry])
  }
  return byName
}

/**
 * The repositories that pass the filter, in stored order. With `since`, a last commit that is unreadable or
 * later than `now` does not pass.
 */
export function filterRepositories(
  { entries }: Repositories,
  filter: RepositoryFilter,
  now: number,
): JsonRecord[] {
  return recordsPassing(entries, filter, now)
}

/** The repositories with one of the names, in any case, that pass the filter, in stored order. */
export function findRepositories(
  { byName }: Repositories,
  names: readonly string[],
  filter: RepositoryFilter,
  now: number,
): JsonRecord[] {
  const found = new Set(names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))
  const inStoredOrder = [...found].sort((a, b) => a.position - b.position)
  return recordsPassing(inStoredOrder, filter, now)
}

function recordsPassing(
  entries: readonly Entry[],
  { since, archived }: RepositoryFilter,
  now: number,
): JsonRecord[] {
  return entries
    .filter(({ record, lastCommit = NaN }) => {
      if (archived !== undefined && archived !== Boolean(record['is_archived'])) return false
      return since === undefined || (since <= lastCommit && lastCommit <= now)
    })
    .map(({ record }) => record)
}

/** Number of last commits after `now`; results of date filters change only when it does. */
export function countFutureCommits({ entries, newestCommit }: Repositories, now: number): number {
  if (newestCommit <= now) return 0
  return entries.filter(({ lastCommit = NaN }) => lastCommit > now).length
}
