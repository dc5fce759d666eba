import type { SearchReply } from './reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { createPageResponder, frameOf, LANDSCAPE_PAGE } from '../reads/responders.ts'
import type { LandscapeSearch } from './landscape-search.ts'
import { MAX_RESULTS, searchPage } from './page.ts'

interface SearchPageDeps {
  readLandscape: ReadLandscape
  search: LandscapeSearch['search']
  cache: ResponseCache
}

/** The page that the form of the search box leads to. */
export function searchPageRoute({ readLandscape, search, cache }: SearchPageDeps): Route {
  const respond = createPageResponder(cache)
  return route({
    ...LANDSCAPE_PAGE,
    path: '/search',
    id: 'showSearchResults',
    summary: 'Page of search results',
    description: `The best results first, ${MAX_RESULTS} at most. Without words it shows the box alone.`,
    query: z.object({
      q: z
        .string()
        .trim()
        .max(100, 'q is longer than 100 characters')
        .optional()
        .meta({ description: 'words to find', examples: ['angu'] }),
      directorate: DirectorateQuery,
    }),
    async handle({ query: { q = '', directorate }, ...call }) {
      const version = await readLandscape(directorate || undefined)
      return respond(call, {
        name: ['search', q, version.directorate.id],
        version,
        build: async (isSignedIn, mayReview) => {
          const view = await version.load()
          const { landscape } = view
          const options = { limit: MAX_RESULTS, isSignedIn }
          const found: SearchReply = q === '' ? { q, results: [] } : await search(view, q, options)
          const similar = (found.similar ?? []).flatMap((name) => landscape.find(name) ?? [])
          return searchPage(found, similar, frameOf(landscape, isSignedIn, mayReview))
        },
      })
    },
  })
}
