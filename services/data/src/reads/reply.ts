import { Month, MONTH_TOTALS } from '@landscape/contracts/landscape-months'
import { z } from 'zod'
import type { Sources } from '../join/use.ts'

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

/** A number that months have. */
type Counted = keyof typeof MONTH_TOTALS
/** The numbers that are less without the use by repositories, and those that are less without a radar. */
const OF_SCAN: ReadonlySet<Counted> = new Set<Counted>(['onHoldInUse', 'drift'])
const OF_RADAR: ReadonlySet<Counted> = new Set<Counted>([...OF_SCAN, 'notOnRadar'])

/**
 * A number by month; null in months that are not comparable with the present number, such as those without projects.
 * None is before the present month has it, and while no project is stored.
 *
 * @param present the sources of the present number
 */
export function comparable(
  { months }: TrendsReply,
  name: Counted,
  { hasEntries, hasProjects, hasScan }: Sources,
): { month: string; count: number | null }[] {
  const isKnown = hasProjects && (hasEntries || !OF_RADAR.has(name))
  if (!isKnown || months.at(-1)?.[name] == null) return []
  return months.map(({ month, repositories, ...counts }) => {
    const isCounted = !OF_SCAN.has(name) || (repositories !== null) === hasScan
    const isComparable = isCounted && counts.projects !== 0
    return { month, count: isComparable ? { repositories, ...counts }[name] : null }
  })
}
