import {
  MAX_MONTHS,
  monthsBetween,
  monthsOf,
  type LandscapeMonths,
  type TechnologyTrend,
  type TrendsReply,
} from '@landscape/contracts/landscape-months'

const UNKNOWN = {
  projects: null,
  onHoldInUse: null,
  notOnRadar: null,
  missing: null,
  repositories: null,
}

/** Months that a reply has at least. */
const MIN_MONTHS = 12

/** All months from the first kept one until today's, `MAX_MONTHS` at most. */
function allMonths(stored: LandscapeMonths, today: string) {
  const kept = monthsOf(stored)
  const byMonth = new Map(kept.map((one) => [one.month, one]))
  const start = new Date(`${today}-01T00:00:00Z`)
  start.setUTCMonth(start.getUTCMonth() - MIN_MONTHS + 1)
  const first = start.toISOString().slice(0, 7)
  const oldest = kept[0]?.month ?? first
  const months = monthsBetween(oldest < first ? oldest : first, today).slice(-MAX_MONTHS)
  return months.map((month) => ({ month, kept: byMonth.get(month) }))
}

/**
 * The totals of each month.
 *
 * @param today the present month, `YYYY-MM`
 */
export function trends(stored: LandscapeMonths, today: string): TrendsReply {
  const months = allMonths(stored, today).map(({ month, kept }) => {
    if (!kept) return { month, ...UNKNOWN }
    const { projects, onHoldInUse, notOnRadar, missing, repositories } = kept.totals
    return { month, projects, onHoldInUse, notOnRadar, missing, repositories }
  })
  return { months }
}

/** The counts of a technology in each month; null in a month that did not know it. */
export function technologyTrend(
  { name, slug }: { name: string; slug: string },
  stored: LandscapeMonths,
  today: string,
): TechnologyTrend {
  const months = allMonths(stored, today).map(({ month, kept }) => {
    const counted =
      kept && Object.hasOwn(kept.technologies, slug) ? kept.technologies[slug] : undefined
    const [projects, repositories, ring] = counted ?? [null, null, null]
    return { month, projects, repositories, ring }
  })
  return { name, slug, months }
}
