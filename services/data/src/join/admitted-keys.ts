import type { Name, NameKey } from '@landscape/contracts/admit'
import { sorted } from './sorted.ts'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'

/** Maximum number of names that only projects know. */
const MAX_NAMES = 20_000
/** Maximum number of these names that only the projects of one owner use. */
const MAX_NAMES_OF_OWNER = 1_000
/** Maximum number of names whose key is computed once. */
const MAX_KNOWN = 50_000

/** The keys of a landscape that take part in it. */
export interface AdmittedKeys {
  has: (key: NameKey) => boolean
  /** Number of the others. */
  leftOut: number
}

/** The names of one project. */
interface ProjectNames {
  owner: string
  uses: ReadonlyMap<Name, unknown>
}

/** The uses of a name by several projects. */
interface Count {
  projects: number
  /** Empty when nobody is known. */
  owners: Set<string>
}

/** Keys that only projects know. A million names of one project each need no object of their own. */
interface Counts {
  /** The owner of the only project that uses a key. */
  once: Map<NameKey, string>
  often: Map<NameKey, Count>
}

/**
 * The keys that take part: those that other sources know; of those that only projects know 20,000, by number of owners,
 * then of projects, then by code unit; and 1,000 of those that a single owner uses. Its cost grows with the names of the
 * projects, its memory with what takes part and a line for each name.
 */
export function* admittedKeys(
  projects: readonly ProjectNames[],
  resolve: (name: Name) => NameKey,
  isKnown: (key: NameKey) => boolean,
): Generator<void, AdmittedKeys> {
  if (yield* areFew(projects)) return { has: () => true, leftOut: 0 }
  const counts = yield* countKeys(projects, resolve, isKnown)
  const { once, often } = counts
  const total = once.size + often.size
  const compare = byRank(counts)
  const candidates: NameKey[] = []
  for (const [owner, keys] of yield* byOwner(counts)) {
    const max = owner === '' ? Infinity : MAX_NAMES_OF_OWNER
    const ranked = keys.length > max ? yield* sorted(keys, compare) : keys
    for (const key of ranked.slice(0, max)) candidates.push(key)
    yield
  }
  const ranked = candidates.length > MAX_NAMES ? yield* sorted(candidates, compare) : candidates
  const admitted = new Set(ranked.slice(0, MAX_NAMES))
  return {
    has: (key) => admitted.has(key) || isKnown(key),
    leftOut: total - admitted.size,
  }
}

/** Whether all names together are as few as one owner may use. */
function* areFew(projects: readonly ProjectNames[]): Generator<void, boolean> {
  const names = new Set<Name>()
  for (const { uses } of projects) {
    for (const name of uses.keys()) names.add(name)
    if (names.size > MAX_NAMES_OF_OWNER) return false
    yield
  }
  return true
}

function* countKeys(
  projects: readonly ProjectNames[],
  resolve: (name: Name) => NameKey,
  isKnown: (key: NameKey) => boolean,
): Generator<void, Counts> {
  const counts: Counts = { once: new Map(), often: new Map() }
  const known = new Map<Name, NameKey>()
  const keyOf = (name: Name) => {
    const key = known.get(name) ?? resolve(name)
    if (known.size < MAX_KNOWN) known.set(name, key)
    return key
  }
  for (const { owner, uses } of projects) {
    const own = new Set<NameKey>()
    for (const name of uses.keys()) own.add(keyOf(name))
    for (const key of own) if (!isKnown(key)) count(counts, key, owner)
    yield
  }
  return counts
}

function count({ once, often }: Counts, key: NameKey, owner: string): void {
  const counted = often.get(key)
  if (counted) {
    counted.projects++
    counted.owners.add(owner)
    return
  }
  const first = once.get(key)
  if (first === undefined) once.set(key, owner)
  else {
    once.delete(key)
    often.set(key, { projects: 2, owners: new Set([first, owner]) })
  }
}

/** The keys that a single owner uses, by owner; those of several owners, and of nobody, by ''. */
function* byOwner({ once, often }: Counts): Generator<void, Map<string, NameKey[]>> {
  const keys = new Map<string, NameKey[]>()
  const add = (owner: string, key: NameKey) => {
    const its = keys.get(owner)
    if (its) its.push(key)
    else keys.set(owner, [key])
  }
  let steps = 0
  for (const [key, owner] of once) {
    add(owner, key)
    if (++steps % 500 === 0) yield
  }
  for (const [key, { owners }] of often) {
    const [owner = ''] = owners.size === 1 ? owners : []
    add(owner, key)
    if (++steps % 500 === 0) yield
  }
  return keys
}

function byRank({ often }: Counts) {
  const ofOne: Pick<Count, 'projects'> & { owners: { size: number } } = {
    projects: 1,
    owners: { size: 1 },
  }
  return (one: NameKey, other: NameKey): number => {
    const a = often.get(one) ?? ofOne
    const b = often.get(other) ?? ofOne
    return b.owners.size - a.owners.size || b.projects - a.projects || byCodeUnit(one, other)
  }
}
