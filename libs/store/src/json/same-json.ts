import { changedIndexes } from './changed-indexes.ts'

/**
 * Whether two JSON values have the same JSON text, including the order of members. Fast, because clients
 * send complete documents of which little has changed.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && areSameElements(a, b)
  }
  return areSameMembers(a as Members, b as Members)
}

type Members = Readonly<Record<string, unknown>>

function areSameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  // The same argument order as in other calls, so that their cached result is used.
  return changedIndexes(b, a).every((index) => isSameJson(a[index], b[index]))
}

function areSameMembers(a: Members, b: Members): boolean {
  const names = Object.keys(a)
  const others = Object.keys(b)
  if (names.length !== others.length) return false
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    if (name !== others[i] || !isSameJson(a[name], b[name])) return false
  }
  return true
}
