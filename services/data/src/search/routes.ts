import { describedAs } from '@landscape/contracts/described-as'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { urlWith } from '@landscape/http/request/url-with'
import { PageLimit } from '@landscape/http/request/page-query'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion, ReadLandscape } from '../join/read-landscape.ts'
import { directorateOf } from '../technologies/page-parts.ts'
import { createSearchIndex, KINDS, type Hit, type SearchIndex } from './search-index.ts'

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
    foundIn: z.array(z.string()).meta({ description: 'fields that contain the query' }),
    link: z.string().meta({ description: 'path of its page; the URL of a repository' }),
  })
  .meta({ id: 'SearchHit' })
const Results = z.object({ q: z.string(), results: z.array(SearchHit) })
type Results = z.infer<typeof Results>

/** Searches of a landscape; its index is built at the first. */
export interface LandscapeSearch {
  search: (
    version: LandscapeVersion,
    q: string,
    options: { limit: number; isSignedIn: boolean },
  ) => Promise<Hit[]>
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
  return {
    async search({ landscape, joined }, q, options) {
      const index = await indexOf(joined)
      const hits = index.search(q, options)
      // Two swapped letters are two errors to the index.
      const found = hits.length > 0 ? hits : index.search(q, { ...options, typos: 2 })
      return found.map((hit) => ({ ...hit, link: linkIn(landscape, hit.link) }))
    },
    async similarNames({ joined }, name) {
      const [index, known] = [await indexOf(joined), similarOf(joined)]
      const similar = known.get(name) ?? index.similarNames(name)
      known.set(name, similar)
      return similar
    },
  }
}

/** A link of the index to a page that shows the rings of the directorate. */
function linkIn(landscape: Landscape, link: string): string {
  if (!link.startsWith('/')) return link
  const { pathname, searchParams, hash } = new URL(link, 'http://landscape')
  return (
    urlWith(pathname, { ...Object.fromEntries(searchParams), ...directorateOf(landscape) }) + hash
  )
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
        'all their names. Words may be incomplete, and words of at least four letters may ' +
        'contain one typing error. Anonymous callers find public repositories only.',
      example: {
        q: 'angu',
        results: [
          {
            kind: 'technology',
            title: 'Angular',
            foundIn: ['title'],
            link: '/technologies/angular',
          },
        ],
      },
      access: 'optional',
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
            return prepareJson({ q, results: await search(version, q, options) })
          },
          (prepared) => respond(headers, prepared, { staleSeconds, ...audienceOf(isForSignedIn) }),
        )
      },
    }),
  ]
}
