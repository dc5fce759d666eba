import type {
  LandscapeMonths,
  TechnologyTrend,
  TrendsReply,
} from '@landscape/contracts/landscape-months'
import { readOr } from '@landscape/http/responses/documents'
import type { Documents } from '@landscape/store/documents/open-documents'
import { technologyTrend, trends } from './trends.ts'

/** The kept months at present. */
interface KeptTrends {
  /** Changes with the document and with the month. */
  version: string
  staleSeconds: number | undefined
  trends: () => TrendsReply
  trendOf: (technology: { name: string; slug: string }) => TechnologyTrend
}

/** Reads the kept months. */
export type ReadTrends = () => Promise<KeptTrends>

const NO_MONTHS: LandscapeMonths = []

/** @param now milliseconds since the epoch */
export function createTrendsReader(
  { landscapeMonths }: Documents<'landscapeMonths'>,
  now: () => number,
): ReadTrends {
  return async () => {
    const { value, etag, staleSeconds } = await readOr(landscapeMonths, NO_MONTHS)
    const month = new Date(now()).toISOString().slice(0, 7)
    return {
      version: `${etag} ${month}`,
      staleSeconds,
      trends: () => trends(value, month),
      trendOf: (technology) => technologyTrend(technology, value, month),
    }
  }
}
