/** Minimum length of an array whose comparison is cached. */
const MIN_CACHED_LENGTH = 64

/** Weak references, so that the cache does not keep an old version in memory. */
interface Comparison {
  list: WeakRef<readonly unknown[]>
  before: WeakRef<readonly unknown[]>
  indexes: readonly number[]
}

let last: Comparison | undefined

/**
 * The ascending indexes at which an array has a different object from its previous version, or the previous
 * version has no element. The last comparison of two frozen arrays is cached, since one edit compares them
 * several times.
 */
export function changedIndexes(
  list: readonly unknown[],
  before: readonly unknown[],
): readonly number[] {
  if (last?.list.deref() === list && last.before.deref() === before) return last.indexes
  const indexes = compared(list, before)
  const isFinal =
    list.length >= MIN_CACHED_LENGTH && Object.isFrozen(list) && Object.isFrozen(before)
  if (isFinal) last = { list: new WeakRef(list), before: new WeakRef(before), indexes }
  return indexes
}

function compared(list: readonly unknown[], before: readonly unknown[]): number[] {
  const indexes: number[] = []
  const common = Math.min(list.length, before.length)
  for (let i = 0; i < common; i++) if (list[i] !== before[i]) indexes.push(i)
  for (let i = common; i < list.length; i++) indexes.push(i)
  return indexes
}
