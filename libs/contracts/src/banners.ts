import { hash } from 'node:crypto'
import { isRecord, type JsonRecord } from './json.ts'
import { oncePerFrozen } from './once-per-object.ts'

/**
 * The id of each banner; `undefined` for an element that is not an object or has an id of another type. A
 * banner without an id, or with the id of an earlier banner, gets a hash of its content, with a counter for
 * equal banners. The ids are unique, and the same in every process.
 */
export function bannerIds(banners: readonly unknown[]): (string | undefined)[] {
  const taken = new Set<string>()
  const ids = banners.map((banner) => {
    const id = isRecord(banner) ? banner['id'] : undefined
    if (typeof id !== 'string' || id === '' || taken.has(id)) return undefined
    taken.add(id)
    return id
  })
  const free = occurrences(taken)
  return ids.map((id, i) => {
    const banner = banners[i]
    return id ?? (mayBeGivenOne(banner) ? free(bannerContentId(banner)) : undefined)
  })
}

/** The array with the id of each banner; malformed elements are unchanged. */
export function withBannerIds(banners: readonly unknown[]): unknown[] {
  const ids = bannerIds(banners)
  return banners.map((banner, i) => {
    const id = ids[i]
    return id === undefined || !isRecord(banner) || banner['id'] === id ? banner : { ...banner, id }
  })
}

/** A hash of the content of a banner, independent of its visibility and of the order of members. */
export const bannerContentId = oncePerFrozen((banner: JsonRecord): string => {
  const { id: _id, show: _show, ...content } = banner
  const fields = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 12)
})

/** An id of another type belongs to another program and is kept. */
function mayBeGivenOne(banner: unknown): banner is JsonRecord {
  return isRecord(banner) && typeof (banner['id'] ?? '') === 'string'
}

/** Returns unique ids; the counters avoid testing the same suffixes again. */
function occurrences(taken: Set<string>): (id: string) => string {
  const counts = new Map<string, number>()
  return (id) => {
    let count = counts.get(id) ?? 0
    let found: string
    do {
      count++
      found = count === 1 ? id : `${id}-${count}`
    } while (taken.has(found))
    counts.set(id, count)
    taken.add(found)
    return found
  }
}
