import { changedIndexes } from './changed-indexes.ts'

/** Finds the elements of a list by key: their positions, in order. */
export type ListIndex<K> = (list: readonly unknown[], key: K) => readonly number[]

const NOWHERE: readonly number[] = []

/**
 * An index that goes along with the versions of a list. What is the same object at the same place as in the
 * version that was asked about last is not looked at anew, so asking about the next version costs little more
 * than what changed; after one that came or went before others the index is made again.
 *
 * @param keysOf an element, which never changes; no key twice
 */
export function createListIndex<K>(keysOf: (element: unknown) => Iterable<K>): ListIndex<K> {
  let indexed: readonly unknown[] = []
  let places = new Map<K, number[]>()

  function add(element: unknown, place: number): void {
    for (const key of keysOf(element)) {
      const found = places.get(key)
      if (!found) places.set(key, [place])
      else if ((found.at(-1) ?? -1) < place) found.push(place)
      else
        found.splice(
          found.findIndex((other) => other > place),
          0,
          place,
        )
    }
  }

  function remove(element: unknown, place: number): void {
    for (const key of keysOf(element)) {
      const left = places.get(key)?.filter((other) => other !== place) ?? []
      if (left.length > 0) places.set(key, left)
      else places.delete(key)
    }
  }

  function advance(list: readonly unknown[]): void {
    const differing = changedIndexes(list, indexed)
    // Most of it has moved.
    if (differing.length > list.length / 8) {
      places = new Map()
      for (const [i, element] of list.entries()) add(element, i)
    } else {
      for (const i of differing) if (i < indexed.length) remove(indexed[i], i)
      for (let i = list.length; i < indexed.length; i++) remove(indexed[i], i)
      for (const i of differing) add(list[i], i)
    }
    indexed = list
  }

  return (list, key) => {
    if (list !== indexed) advance(list)
    return places.get(key) ?? NOWHERE
  }
}
