import { z } from 'zod'

/** `main/repositories.json`, written by another program; single odd elements must not hurt. */
export const RepositoriesDocument = z
  .looseObject({ repositories: z.array(z.unknown()), metadata: z.unknown().optional() })
  .meta({ id: 'RepositoriesDocument' })
export type RepositoriesDocument = z.infer<typeof RepositoriesDocument>

/** Statistics of a set of repositories, as `/api/json` answers them. */
export const RepositoryStats = z
  .object({
    total_repos: z.int(),
    total_private_repos: z.int(),
    total_public_repos: z.int(),
    total_internal_repos: z.int(),
  })
  .meta({ id: 'RepositoryStats' })

/**
 * By language: how many repositories use it, the mean of its percentages in those, the sum of its
 * sizes.
 */
export const LanguageStatistics = z
  .record(
    z.string(),
    z.object({ repo_count: z.int(), average_percentage: z.number(), total_size: z.number() }),
  )
  .meta({ id: 'LanguageStatistics' })
