import { hash } from 'node:crypto'
import { isRecord, type JsonRecord } from './json.ts'
import { oncePerFrozen } from './once-per-object.ts'

/**
 * The id of each element, `undefined` for what is no banner or has an id that is no text. A banner
 * that was stored without one, or with that of an earlier banner, gets one from its content; of
 * equal ones, the second from content and occurrence. The same list has the same ids in every
 * process, and no id twice.
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

/** The list as readers see it: every banner with its id, what is odd as it is. */
export function withBannerIds(banners: readonly unknown[]): unknown[] {
  const ids = bannerIds(banners)
  return banners.map((banner, i) => {
    const id = ids[i]
    return id === undefined || !isRecord(banner) || banner['id'] === id ? banner : { ...banner, id }
  })
}

/** A hash of the content of a banner, whether shown or hidden and in whatever order of members. */
export const bannerContentId = oncePerFrozen((banner: JsonRecord): string => {
  const { id: _id, show: _show, ...content } = banner
  const fields = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 12)
})

/** An id of another type is somebody else's field, and stays what it is. */
function mayBeGivenOne(banner: unknown): banner is JsonRecord {
  return isRecord(banner) && typeof (banner['id'] ?? '') === 'string'
}

/** Gives out each id once; how often an id was asked for spares trying its occurrences again. */
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
