import { z } from 'zod'
import { Planned } from '../timeline/reply.ts'

/** Kinds of subjects that a search finds. */
export const SEARCH_KINDS = [
  'technology',
  'radar-entry',
  'project',
  'programme',
  'repository',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** A result of a search. */
export const SearchHit = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    title: z.string(),
    ring: z
      .string()
      .nullable()
      .meta({ description: 'id of the ring of a technology or radar entry; null otherwise' }),
    planned: Planned.nullable(),
    projects: z.int().nullable().meta({
      description:
        'that use the technology or belong to the programme; null for projects and repositories',
    }),
    foundIn: z.array(z.string()).meta({ description: 'fields that contain the query' }),
    link: z.string().meta({ description: 'path of its page; the URL of a repository' }),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

/** Results of a search. */
export const SearchReply = z.object({
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
export type SearchReply = z.infer<typeof SearchReply>
