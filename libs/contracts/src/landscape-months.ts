import { z } from 'zod'
import { oncePerObject } from './once-per-object.ts'

/** Months that are kept at most; older ones are removed. */
export const MAX_MONTHS = 60
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'is not a month such as 2026-08')
const count = z.int().min(0)

const of = (description: string) => count.nullable().meta({ description })

/** Counts of the landscape; null where they are not known. */
export const MONTH_TOTALS = {
  projects: of('all projects'),
  onHoldInUse: of(
    'technologies in use, in rings that advise against them; in months without `repositories` by projects alone',
  ),
  notOnRadar: of('technologies of at least two projects that are not on the radar'),
  missing: of('projects that lack something, see `listIncompleteProjects`'),
  repositories: of('public repositories'),
  drift: of(
    'findings, without `not-reviewed`; in months without `repositories` by projects alone',
  ).default(null),
}
/** Findings, projects that lack something, projects, and technologies on hold that are in use. */
const ProgrammeCounts = z.tuple([count, count, count, count])
export type ProgrammeCounts = z.infer<typeof ProgrammeCounts>

/** Projects, public repositories and id of the ring of a technology. */
const Counted = z.tuple([count, count.nullable(), z.string().nullable()])

/** The counts of the last kept day of a month. */
export const LandscapeMonth = z.looseObject({
  month: Month,
  day: z.iso.date(),
  totals: z.looseObject(MONTH_TOTALS),
  /** By slug. */
  technologies: z.record(z.string(), Counted),
  /** By name, the 200 with most projects; months before they were counted have none. */
  programmes: z.array(z.tuple([z.string(), ProgrammeCounts])).optional(),
  /** Of the projects of no such programme. */
  otherProgrammes: ProgrammeCounts.optional(),
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
