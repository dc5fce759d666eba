import { describedAs } from '@landscape/contracts/described-as'
import { PageLimit } from '@landscape/http/request/page-query'
import { z } from 'zod'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
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

/** The parameters of a search. */
export const SearchQuery = z.object({
  q: Words.meta({ description: 'words to find', param: { example: 'angu' } }),
  directorate: DirectorateQuery,
  limit: PageLimit.optional().meta({
    description: 'maximum number of results, 1 to 200; 20 by default',
    examples: [10],
  }),
})

/** Results without a limit in the request. */
const DEFAULT_RESULTS = 20

export type ReadSearch = ReturnType<typeof createSearchReader>

/** Creates the function that reads the version of the results of a search. */
export function createSearchReader(
  readLandscape: ReadLandscape,
  search: LandscapeSearch['search'],
) {
  return async ({
    q: text,
    directorate,
    limit = DEFAULT_RESULTS,
  }: z.output<typeof SearchQuery>) => {
    const q = text.trim()
    const version = await readLandscape(directorate)
    const build = async (isSignedIn: boolean) =>
      search(await version.load(), q, { limit, isSignedIn })
    return { version, name: ['search', q, limit, version.directorate.id], build }
  }
}
