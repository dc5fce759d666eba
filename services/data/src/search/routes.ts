import { describedAs } from '@landscape/contracts/described-as'
import { SearchReply } from './reply.ts'
import { PageLimit } from '@landscape/http/request/page-query'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import { createJsonResponder, LANDSCAPE_READ } from '../reads/responders.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import type { LandscapeSearch } from './landscape-search.ts'

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

interface SearchDeps {
  readLandscape: ReadLandscape
  search: LandscapeSearch['search']
  cache: ResponseCache
}

export const SearchQuery = z.object({
  q: Words.meta({ description: 'words to find', param: { example: 'angu' } }),
  directorate: DirectorateQuery,
  limit: PageLimit.optional().meta({
    description: 'maximum number of results, 1 to 200; 20 by default',
    examples: [10],
  }),
})

/** Full-text search over the landscape. */
export function searchRoutes({ readLandscape, search, cache }: SearchDeps): Route[] {
  const respond = createJsonResponder<SearchReply>(cache)
  return [
    route({
      ...LANDSCAPE_READ,
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
      query: SearchQuery,
      reply: SearchReply,
      async handle({ query: { q: text, directorate, limit = 20 }, ...call }) {
        const q = text.trim()
        const version = await readLandscape(directorate)
        return respond(call, {
          name: ['search', q, limit, version.directorate.id],
          version,
          build: async (isSignedIn) => search(await version.load(), q, { limit, isSignedIn }),
        })
      },
    }),
  ]
}
