import { describedAs } from '@landscape/contracts/described-as'
import { PageLimit } from '@landscape/http/request/page-query'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'

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
