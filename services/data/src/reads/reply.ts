import { Month, MONTH_TOTALS } from '@landscape/contracts/landscape-months'
import { z } from 'zod'

const counted = (description: string) => z.int().min(0).nullable().meta({ description })

/** The counts of each month, without gaps; null where nothing is known. */
export const TrendsReply = z.object({
  months: z.array(z.object({ month: Month, ...MONTH_TOTALS })),
})
export type TrendsReply = z.infer<typeof TrendsReply>

/** The same for one technology. */
export const TechnologyTrend = z.object({
  name: z.string(),
  slug: z.string(),
  months: z.array(
    z.object({
      month: Month,
      projects: counted('projects that name it, as in `listTechnologies`'),
      repositories: counted('public repositories that contain it; null for others than languages'),
      ring: z.string().nullable().meta({ description: 'id of its ring' }),
    }),
  ),
})
export type TechnologyTrend = z.infer<typeof TechnologyTrend>

/** The number of an earlier month that is comparable with the present one. */
export interface Earlier {
  month: string
  onHoldInUse: number
}

/**
 * The technologies that the radar advises against and that were in use three months ago, or in the oldest month after
 * that; undefined when none is comparable with the present number: the use by projects alone is less than that with
 * repositories.
 *
 * @param hasScan whether the present number counts the use by repositories
 */
export function earlierOf({ months }: TrendsReply, hasScan: boolean): Earlier | undefined {
  if (months.at(-1)?.onHoldInUse == null) return undefined
  for (const { month, onHoldInUse, repositories } of months.slice(-4, -1)) {
    if (onHoldInUse !== null && (repositories !== null) === hasScan) return { month, onHoldInUse }
  }
  return undefined
}
