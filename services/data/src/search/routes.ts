import { describedAs } from '@landscape/contracts/described-as'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { PageLimit } from '@landscape/http/request/page-query'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion, ReadLandscape } from '../join/read-landscape.ts'
import { createSearchIndex, type Hit, type SearchIndex } from './search-index.ts'
import { KINDS } from './search-subjects.ts'

const Words = describedAs(
  z
    .string('q is required')
    .max(100, 'q is longer than 100 characters')
    .refine((text) => text.trim() !== '', {
      message: 'q is required',
      params: { detail: 'must not be blank' },
    }),
  z.string().max(100).regex(/\S/),
)

const SearchHit = z
  .object({
    kind: z.enum(KINDS),
    title: z.string(),
    ring: z
      .string()
      .nullable()
      .meta({ description: 'id of the ring of a technology or radar entry; null otherwise' }),
    projects: z.int().nullable().meta({
      description:
        'that use the technology or belong to the programme; null for projects and repositories',
    }),
    foundIn: z.array(z.string()).meta({ description: 'fields that contain the query' }),
    link: z.string().meta({ description: 'path of its page; the URL of a repository' }),
  })
  .meta({ id: 'SearchHit' })
const Results = z.object({
  q: z.string(),
  corrected: z.string().optional().meta({
    description: 'the words of the results, when nothing contains those of the request',
  }),
  similar: z
    .array(z.string())
    .optional()
    .meta({ description: 'without results: up to three technologies with a similar name' }),
  results: z.array(SearchHit),
})
type Results = z.infer<typeof Results>

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

interface SearchDeps {
  readLandscape: ReadLandscape
  search: LandscapeSearch['search']
  cache: ResponseCache
}

const SearchQuery = z.object({
  q: Words.meta({ description: 'words to find', param: { example: 'angu' } }),
  directorate: DirectorateQuery,
  limit: PageLimit.optional().meta({
    description: 'maximum number of results, 1 to 200; 20 by default',
    examples: [10],
  }),
})

/** Full-text search over the landscape. */
export function searchRoutes({ readLandscape, search, cache }: SearchDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/search',
      id: 'searchLandscape',
      tag: 'Technologies',
      summary: 'Search technologies, projects, programmes, radar entries and repositories',
      description:
        'The best results first. Radar entries are found by their descriptions, technologies by ' +
        'all their names. Words may be incomplete. When nothing contains them, one typing error is ' +
        'corrected in each word of at least four letters, and `corrected` has the words of the ' +
        'results. Anonymous callers find public repositories only.',
      example: {
        q: 'angu',
        results: [
          {
            kind: 'technology',
            title: 'Angular',
            ring: 'hold',
            projects: 8,
            foundIn: ['title'],
            link: '/technologies/angular',
          },
        ],
      },
      access: 'optional',
      strictQuery: true,
      conditional: 'read',
      compressed: true,
      query: SearchQuery,
      reply: Results,
      async handle({ query: { q: text, directorate, limit = 20 }, headers, queued, identity }) {
        const isForSignedIn = identity !== undefined
        const q = text.trim()
        const version = await readLandscape(directorate)
        const { etag, staleSeconds } = version
        return cache.respond(
          {
            name: JSON.stringify([
              'search',
              q,
              limit,
              version.landscape.directorate.id,
              isForSignedIn,
            ]),
            version: etag,
          },
          queued,
          async () => {
            const options = { limit, isSignedIn: isForSignedIn }
            const { hits, ...about } = await search(version, q, options)
            return prepareJson({ q, ...about, results: hits })
          },
          (prepared) => respond(headers, prepared, { staleSeconds, ...audienceOf(isForSignedIn) }),
        )
      },
    }),
  ]
}
