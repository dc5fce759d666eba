import { z } from 'zod'
import { MAX_LOOK_ALIKES, type Resemblance } from '../drift/look-alike-index.ts'

/** Another technology whose name looks like one. */
export const LookAlikeRow = z
  .object({
    name: z.string(),
    slug: z.string(),
    ring: z.string().nullable().meta({ description: 'id of its ring; null outside the radar' }),
    reason: z.string().meta({ description: 'how the names differ' }),
  })
  .meta({ id: 'TechnologyLookAlike' })
type LookAlikeRow = z.infer<typeof LookAlikeRow>

/** Up to five look-alikes as rows. */
export function lookAlikeRows(found: readonly Resemblance[]): LookAlikeRow[] {
  return found.slice(0, MAX_LOOK_ALIKES).map(({ technology: { name, slug, entries }, why }) => {
    return { name, slug, ring: entries[0]?.ring?.id ?? null, reason: why }
  })
}
