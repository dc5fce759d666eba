import type { JsonRecord } from '../json/record.ts'

/** Answers the indices of the repositories with one of the names, in any case, in stored order. */
export type NameLookup = (names: readonly string[]) => number[]

const NONE = -1

/** Repositories that share a name are chained from the first to the last; nameless ones are left out. */
export function createNameLookup(repositories: readonly JsonRecord[]): NameLookup {
  const first = new Map<string, number>()
  const following = new Int32Array(repositories.length)
  for (let index = repositories.length - 1; index >= 0; index--) {
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
