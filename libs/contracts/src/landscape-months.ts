import { z } from 'zod'
import { oncePerObject } from './once-per-object.ts'

/** Months that are kept at most; older ones are removed. */
export const MAX_MONTHS = 60
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'is not a month such as 2026-08')
const count = z.int().min(0)

const of = (description: string) => count.nullable().meta({ description })

/** Counts of the landscape; null where they are not known. */
const TOTALS = {
  projects: of('all projects'),
  onHoldInUse: of(
    'technologies on hold or ignore that are in use; in months without `repositories` by projects alone',
  ),
  notOnRadar: of('technologies of at least two projects that are not on the radar'),
  missing: of('projects that lack something, see `listIncompleteProjects`'),
  repositories: of('public repositories'),
}
/** Projects, public repositories and id of the ring of a technology. */
const Counted = z.tuple([count, count.nullable(), z.string().nullable()])

/** The counts of the last kept day of a month. */
export const LandscapeMonth = z.looseObject({
  month: Month,
  day: z.iso.date(),
  totals: z.looseObject(TOTALS),
  /** By slug. */
  technologies: z.record(z.string(), Counted),
})
export type LandscapeMonth = z.infer<typeof LandscapeMonth>

/** `main/landscape_months.json`: one malformed month does not affect the others. */
export const LandscapeMonths = z.array(z.unknown())
export type LandscapeMonths = z.infer<typeof LandscapeMonths>

/** The readable months, the oldest first. */
export const monthsOf = oncePerObject((stored: LandscapeMonths): LandscapeMonth[] =>
  stored
    .flatMap((element) => LandscapeMonth.safeParse(element).data ?? [])
    .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
)

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  const date = new Date(`${first}-01T00:00:00Z`)
  for (; ; date.setUTCMonth(date.getUTCMonth() + 1)) {
    const month = date.toISOString().slice(0, 7)
    if (month > last) return months
    months.push(month)
  }
}

/** The counts of each month, without gaps; null where nothing is known. */
export const TrendsReply = z.object({
  months: z.array(z.object({ month: Month, ...TOTALS })),
})
export type TrendsReply = z.infer<typeof TrendsReply>

/** The same for one technology. */
export const TechnologyTrend = z.object({
  name: z.string(),
  slug: z.string(),
  months: z.array(
    z.object({
      month: Month,
      projects: of('projects that name it, as in `listTechnologies`'),
      repositories: of('public repositories that contain it; null for others than languages'),
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
 * The technologies on hold or ignore that were in use three months ago, or in the oldest month after that; undefined
 * when none is comparable with this month: the use by projects alone is less than that with repositories.
 */
export function earlierOf({ months }: TrendsReply): Earlier | undefined {
  const present = months.at(-1)
  if (!present || present.onHoldInUse === null) return undefined
  const hasRepositories = present.repositories !== null
  for (const { month, onHoldInUse, repositories } of months.slice(-4, -1)) {
    if (onHoldInUse !== null && (repositories !== null) === hasRepositories)
      return { month, onHoldInUse }
  }
  return undefined
}
