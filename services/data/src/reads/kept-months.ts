import {
  MAX_MONTHS,
  monthsBetween,
  monthsOf,
  type LandscapeMonth,
  type LandscapeMonths,
  type ProgrammeCounts,
} from '@landscape/contracts/landscape-months'
import { readOr } from '@landscape/http/responses/documents'
import type { Documents } from '@landscape/store/documents/open-documents'
import { isSameString } from '../join/use.ts'
import type { TechnologyTrend, TrendsReply } from './reply.ts'

/** Reads the kept months at present; `version` changes with the document and with the month. */
export type ReadTrends = ReturnType<typeof createTrendsReader>

const NO_MONTHS: LandscapeMonths = []
/** Months that a reply has at least. */
const MIN_MONTHS = 12
const UNKNOWN = {
  projects: null,
  onHoldInUse: null,
  notOnRadar: null,
  missing: null,
  repositories: null,
  drift: null,
}

/** @param now milliseconds since the epoch */
export function createTrendsReader(
  { landscapeMonths }: Documents<'landscapeMonths'>,
  now: () => number,
) {
  return async () => {
    const { value, etag, staleSeconds } = await readOr(landscapeMonths, NO_MONTHS)
    const today = new Date(now()).toISOString().slice(0, 7)
    return {
      version: `${etag} ${today}`,
      staleSeconds,
      /** The counts of each month, of one programme if it is named. */
      trends: (programme?: string): TrendsReply => {
        const months = allMonths(value, today).map(({ month, kept }) => {
          const totals = programme === undefined ? kept?.totals : kept && countsIn(kept, programme)
          const { projects, onHoldInUse, notOnRadar, missing, repositories, drift } =
            totals ?? UNKNOWN
          const others = programme === undefined && kept?.otherProgrammes
          const row = { month, projects, onHoldInUse, notOnRadar, missing, repositories, drift }
          return others ? { ...row, others: namedCounts(others) } : row
        })
        return { months }
      },
      /** The counts of a technology in each month; null in a month that did not know it. */
      trendOf: ({ name, slug }: { name: string; slug: string }): TechnologyTrend => {
        const months = allMonths(value, today).map(({ month, kept }) => {
          const counted = kept?.technologies ?? {}
          const [projects, repositories, ring] = (Object.hasOwn(counted, slug) &&
            counted[slug]) || [null, null, null]
          return { month, projects, repositories, ring }
        })
        return { name, slug, months }
      },
    }
  }
}

/** The counts of a programme: `repositories` are those of the month, with which its use was counted. */
function countsIn({ programmes = [], totals }: LandscapeMonth, programme: string) {
  const [, counts] = programmes.find(([name]) => isSameString(name, programme)) ?? []
  if (!counts) return undefined
  return { ...UNKNOWN, ...namedCounts(counts), repositories: totals.repositories }
}

function namedCounts([drift, missing, projects, onHoldInUse]: ProgrammeCounts) {
  return { drift, missing, projects, onHoldInUse }
}

/** All months from the first kept one until today's, `MAX_MONTHS` at most. */
function allMonths(stored: LandscapeMonths, today: string) {
  const known = monthsOf(stored)
  const byMonth = new Map(known.map((one) => [one.month, one]))
  const start = new Date(`${today}-01T00:00:00Z`)
  start.setUTCMonth(start.getUTCMonth() - MIN_MONTHS + 1)
  const first = start.toISOString().slice(0, 7)
  const oldest = known[0]?.month ?? first
  const months = monthsBetween(oldest < first ? oldest : first, today).slice(-MAX_MONTHS)
  return months.map((month) => ({ month, kept: byMonth.get(month) }))
}
