/** What is under way, in no order. */
export interface Places<T extends object> extends Iterable<T> {
  /** @returns what takes it out again; once it is out, that does nothing */
  add(item: T): () => void
}

/**
 * Holds what every request adds and takes out again, in places that are used over and over.
 *
 * A `Set` would do, and made a fifth of what requests leave behind outlive them: V8 makes a new table when one is full of
 * deleted entries, and links the old one to it. As soon as one of these tables has become old, it keeps the next one alive, which keeps
 * the next one, with all that was in them, until the whole heap is collected.
 */
export function createPlaces<T extends object>(): Places<T> {
  const items: (T | undefined)[] = []
  const free: number[] = []
  return {
    add(item) {
      const place = free.pop() ?? items.length
      items[place] = item
      return () => {
        if (items[place] !== item) return
        items[place] = undefined
        free.push(place)
      }
    },
    *[Symbol.iterator]() {
      for (const item of items) if (item !== undefined) yield item
    },
  }
}
