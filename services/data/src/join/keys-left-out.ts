import type { Name, NameKey } from '@landscape/contracts/admit'
import { sorted } from './sorted.ts'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'

/** Maximum number of names that only projects know. */
const MAX_NAMES = 20_000
/** Maximum number of these names that only the projects of one owner use. */
const MAX_NAMES_OF_OWNER = 1_000

/** The uses of a name. */
interface Count {
  key: NameKey
  projects: number
  /** Of the first project; empty when nobody is known. */
  owner: string
  /** Undefined while there is one. */
  owners: Set<string> | undefined
}

/** The names of one project. */
interface ProjectNames {
  owner: string
  uses: ReadonlyMap<Name, unknown>
}

/**
 * The keys that do not take part: names that only projects know, beyond 20,000 by number of owners, then of projects,
 * then by code unit; and those that a single owner uses, beyond 1,000 of each owner. Its cost grows with the names of
 * the projects.
 */
export function* keysLeftOut(
  projects: readonly ProjectNames[],
  resolve: (name: Name) => NameKey,
  isKnown: (key: NameKey) => boolean,
): Generator<void, ReadonlySet<NameKey>> {
  const leftOut = new Set<NameKey>()
  const keys = new Map<Name, NameKey>()
  for (const { uses } of projects) {
    for (const name of uses.keys()) if (!keys.has(name)) keys.set(name, resolve(name))
    yield
  }
  if (keys.size <= MAX_NAMES_OF_OWNER) return leftOut
  const counts = new Map<NameKey, Count>()
  for (const { owner, uses } of projects) {
    const own = new Set<NameKey>()
    for (const name of uses.keys()) own.add(keys.get(name) as NameKey)
    for (const key of own) if (!isKnown(key)) count(counts, key, owner)
    yield
  }
  const candidates: Count[] = []
  const byOwner = Map.groupBy(counts.values(), ({ owner, owners }) => (owners ? '' : owner))
  for (const [owner, its] of byOwner) {
    const max = owner === '' ? Infinity : MAX_NAMES_OF_OWNER
    const ranked = its.length > max ? yield* sorted(its, byRank) : its
    for (const [i, one] of ranked.entries()) {
      if (i < max) candidates.push(one)
      else leftOut.add(one.key)
    }
    yield
  }
  if (candidates.length <= MAX_NAMES) return leftOut
  const ranked = yield* sorted(candidates, byRank)
  for (const { key } of ranked.slice(MAX_NAMES)) leftOut.add(key)
  return leftOut
}

function count(counts: Map<NameKey, Count>, key: NameKey, owner: string): void {
  const known = counts.get(key)
  if (!known) {
    counts.set(key, { key, projects: 1, owner, owners: undefined })
    return
  }
  known.projects++
  if (known.owner === owner) return
  known.owners ??= new Set([known.owner])
  known.owners.add(owner)
}

function byRank(one: Count, other: Count): number {
  return (
    (other.owners?.size ?? 1) - (one.owners?.size ?? 1) ||
    other.projects - one.projects ||
    byCodeUnit(one.key, other.key)
  )
}
