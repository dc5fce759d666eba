import { Month, MONTH_TOTALS } from '@landscape/contracts/landscape-months'
import { z } from 'zod'

const counted = (description: string) => z.int().min(0).nullable().meta({ description })

const { drift, missing, projects, onHoldInUse } = MONTH_TOTALS
/** The counts of each month, without gaps; null where nothing is known. */
export const TrendsReply = z.object({
  months: z.array(
    z.object({
      month: Month,
      ...MONTH_TOTALS,
      others: z
        .object({ drift, missing, projects, onHoldInUse })
        .optional()
        .meta({
          description:
            'of projects without a programme, and of programmes beyond the 200 with most projects; absent ' +
            'with `programme`, and in months that were kept without it',
        }),
    }),
  ),
})
export type TrendsReply = z.infer<typeof TrendsReply>

const { projects: _ofMonth, repositories: _public, ...OF_TODAY } = MONTH_TOTALS
/** The same, and the numbers of today, which have a list each. */
export const TrendsList = TrendsReply.extend({
  today: z.object({ projects: z.int(), ...OF_TODAY }).meta({
    description: 'the present numbers for the caller, with the rings of the directorate',
  }),
})
export type TrendsList = z.infer<typeof TrendsList>

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
