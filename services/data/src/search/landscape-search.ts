import { oncePerObject } from '@landscape/contracts/once-per-object'
import { LRUCache } from 'lru-cache'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { createSearchIndex, type Hit, type SearchIndex } from './search-index.ts'

/** Hits, the best first. */
export interface Found {
  hits: readonly Hit[]
  /** The words of the hits, when nothing contains those of the query. */
  corrected?: string
  /** Names that resemble the query, when it has no hits. */
  similar?: readonly string[]
}

/** Searches of a landscape; its index is built at the first. */
export interface LandscapeSearch {
  search: (
    version: LandscapeVersion,
    q: string,
    options: { limit: number; isSignedIn: boolean },
  ) => Promise<Found>
  /** Names of up to three technologies that resemble a name, the most similar first. */
  similarNames: (version: LandscapeVersion, name: string) => Promise<readonly string[]>
}

/** Number of names whose similar names are kept for each landscape. */
const KEPT_SIMILAR_NAMES = 1_000

/** Searches landscapes, and builds the index of each at its first search. */
export function createLandscapeSearch(): LandscapeSearch {
  const indexOf = oncePerObject<Landscape, Promise<SearchIndex>>(createSearchIndex)
  const similarOf = oncePerObject<Landscape, LRUCache<string, string[]>>(
    () => new LRUCache({ max: KEPT_SIMILAR_NAMES }),
  )
  const similarNames: LandscapeSearch['similarNames'] = async ({ joined }, name) => {
    const [index, known] = [await indexOf(joined), similarOf(joined)]
    const similar = known.get(name) ?? index.similarNames(name)
    known.set(name, similar)
    return similar
  }
  return {
    async search(version, q, options) {
      const { landscape, joined } = version
      const index = await indexOf(joined)
      const hits = index.search(q, { ...options, landscape })
      if (hits.length > 0) return { hits }
      const corrected = index.correctionOf(q, options.isSignedIn)
      const others =
        corrected === undefined ? [] : index.search(corrected, { ...options, landscape })
      if (corrected !== undefined && others.length > 0) return { hits: others, corrected }
      return { hits, similar: await similarNames(version, q) }
    },
    similarNames,
  }
}
