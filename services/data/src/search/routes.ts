import { SearchReply } from './reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { createJsonResponder, LANDSCAPE_READ } from '../reads/responders.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import type { LandscapeSearch } from './landscape-search.ts'
import { createSearchReader, SearchQuery } from './read-search.ts'

interface SearchDeps {
  readLandscape: ReadLandscape
  search: LandscapeSearch['search']
  cache: ResponseCache
}

/** Full-text search over the landscape. */
export function searchRoutes({ readLandscape, search, cache }: SearchDeps): Route[] {
  const respond = createJsonResponder<SearchReply>(cache)
  const read = createSearchReader(readLandscape, search)
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
      query: SearchQuery,
      reply: SearchReply,
      handle: async ({ query, ...call }) => respond(call, await read(query)),
    }),
  ]
}
