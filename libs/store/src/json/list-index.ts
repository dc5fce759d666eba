import { changedIndexes } from './changed-indexes.ts'

/** Finds the elements of an array by key: their indexes, ascending; valid until a call with another array. */
export type ListIndex<K, E = unknown> = (list: readonly E[], key: K) => readonly number[]

const NOWHERE: readonly number[] = []

/**
 * An index that follows the versions of an array. Elements that are the same object at the same index as in
 * the previous version are not indexed again; when more than 1/8 of them differ, the index is rebuilt.
 *
 * @param keysOf returns the distinct keys of an element, which never changes
 */
export function createListIndex<K, E = unknown>(
  keysOf: (element: E) => Iterable<K>,
): ListIndex<K, E> {
  let indexed: readonly E[] = []
  let positions = new Map<K, number[]>()

  const positionIn = (ascending: readonly number[], index: number) =>
    firstIndex(ascending, (other) => other < index)

  function add(element: E, index: number): void {
    for (const key of keysOf(element)) {
      const found = positions.get(key)
      if (!found) positions.set(key, [index])
      else if ((found.at(-1) ?? -1) < index) found.push(index)
      else found.splice(positionIn(found, index), 0, index)
    }
  }

  function remove(element: E, index: number): void {
    for (const key of keysOf(element)) {
      const found = positions.get(key) ?? []
      found.splice(positionIn(found, index), 1)
      if (found.length === 0) positions.delete(key)
    }
  }

  function advance(list: readonly E[]): void {
    const differing = changedIndexes(list, indexed)
    if (differing.length > list.length / 8) {
      positions = new Map()
      for (const [i, element] of list.entries()) add(element, i)
    } else {
      for (const i of differing) if (i < indexed.length) remove(indexed[i] as E, i)
      for (let i = list.length; i < indexed.length; i++) remove(indexed[i] as E, i)
      for (const i of differing) add(list[i] as E, i)
    }
    indexed = list
  }

  return (list, key) => {
    if (list !== indexed) advance(list)
    return positions.get(key) ?? NOWHERE
  }
}

/** Index of the first element that is not before the wanted one; the length when all are, by binary search. */
export function firstIndex<T>(sorted: readonly T[], isBefore: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isBefore(sorted[middle] as T)) from = middle + 1
    else to = middle
  }
  return from
}
