import { z } from 'zod'

/** Another technology whose name looks like one. */
export const LookAlikeRow = z
  .object({
    name: z.string(),
    slug: z.string(),
    ring: z.string().nullable().meta({ description: 'id of its ring; null outside the radar' }),
    reason: z.string().meta({ description: 'how the names differ' }),
  })
  .meta({ id: 'TechnologyLookAlike' })
export type LookAlikeRow = z.infer<typeof LookAlikeRow>
