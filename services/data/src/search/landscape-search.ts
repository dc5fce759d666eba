import type { SearchReply } from './reply.ts'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { LRUCache } from 'lru-cache'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeView } from '../join/read-landscape.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
import { createSearchIndex, type SearchIndex, type SimilarKind } from './search-index.ts'

/** Searches of a landscape; its index is built at the first. */
export interface LandscapeSearch {
  search: (
    view: LandscapeView,
    q: string,
    options: { limit: number; isSignedIn: boolean },
  ) => Promise<SearchReply>
  similarNames: SimilarNames
}

/** Subjects that an index may replace, whatever its size. */
const MIN_REMOVED = 1_000
/** Number of names whose similar names are kept for each landscape. */
const KEPT_SIMILAR_NAMES = 1_000

/** Searches landscapes with one index, which follows them: an edit replaces few of its subjects. */
export function createLandscapeSearch(): LandscapeSearch {
  const withIndex = createFollower()
  const similarOf = oncePerObject<Landscape, LRUCache<string, string[]>>(
    () => new LRUCache({ max: KEPT_SIMILAR_NAMES }),
  )
  const similarIn = (index: SearchIndex, joined: Landscape, name: string, kind: SimilarKind) => {
    const known = similarOf(joined)
    const key = `${kind} ${name}`
    const similar = known.get(key) ?? index.similarNames(name, kind)
    known.set(key, similar)
    return similar
  }
  return {
    search: ({ landscape, joined }, q, options) =>
      withIndex(joined, (index): SearchReply => {
        const results = index.search(q, { ...options, landscape })
        if (results.length > 0) return { q, results }
        const corrections = [
          index.correctionOf(q, options.isSignedIn),
          index.namesSharing(q, 'technology')[0]?.toLowerCase(),
        ]
        for (const corrected of corrections) {
          if (corrected === undefined) continue
          const others = index.search(corrected, { ...options, landscape })
          if (others.length > 0) return { q, corrected, results: others }
        }
        return { q, similar: similarIn(index, joined, q, 'technology'), results }
      }),
    similarNames: ({ joined }, name, kind) =>
      withIndex(joined, (index) => similarIn(index, joined, name, kind)),
  }
}

/** Creates a function that searches a landscape; searches of several landscapes wait for each other. */
function createFollower() {
  let index = createSearchIndex()
  // The index outlives a landscape, which takes most of the memory.
  let current: WeakRef<Landscape> | undefined
  let working: Promise<unknown> = Promise.resolve()
  const follow = async (joined: Landscape): Promise<void> => {
    if (current?.deref() === joined) return
    current = undefined
    // The words of removed subjects do not grow without limit.
    if (index.removed > joined.projects.length + joined.repositories.length + MIN_REMOVED)
      index = createSearchIndex()
    await index.update(joined)
    current = new WeakRef(joined)
  }
  return async <R>(joined: Landscape, search: (index: SearchIndex) => R): Promise<R> => {
    const found = working.then(() => follow(joined)).then(() => search(index))
    working = found.catch(() => undefined)
    return found
  }
}
