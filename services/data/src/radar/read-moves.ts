import { Instant, instantBy } from '@landscape/contracts/history'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import { z } from 'zod'
import { directorateBy } from '../timeline/directorate-query.ts'
import { lastMoment, movesOf, type MovesPeriod, publicMove } from '../timeline/moves.ts'
import { ringsOf } from '../timeline/radar-entries.ts'
import { radarViewFor, type RadarView } from '../timeline/radar-view.ts'
import { filterRadar, type RadarFilter } from './filter-radar.ts'
import { FILTER, readDirectorates, type RadarRoutesDeps } from './radar-query.ts'

/** The parameters of the moves. */
export const PeriodQuery = z.object({
  ...FILTER,
  since: Instant.optional().meta({
    description: 'ISO 8601: only changes at or after this instant',
    examples: ['2026-01-01'],
  }),
  until: instantBy(lastMoment)
    .optional()
    .meta({
      description: 'ISO 8601: only changes at or before this instant, or the end of this day',
      examples: ['2026-06-30'],
    }),
})

export type ReadMoves = ReturnType<typeof createMovesReader>

/** The moves of a period. */
export function movesReply(shown: RadarView, period: MovesPeriod) {
  return {
    title: shown.radar.title,
    changes: movesOf(shown, period).map(publicMove),
    rings: ringsOf(shown.radar),
  }
}

export type MovesQuery = MovesPeriod & RadarFilter & { directorate?: string | undefined }

type ReadDeps = Pick<RadarRoutesDeps, 'radar' | 'directorates' | 'now'>

/** Creates the function that reads the version of the moves that pass a query. */
export function createMovesReader(deps: ReadDeps) {
  return async (query: MovesQuery) => {
    const { view, ...version } = await readRadarView(deps, query.directorate)
    return { version, build: () => movesReply(filterRadar(view, query), query) }
  }
}

/**
 * The radar as a directorate sees it.
 *
 * @param absent the radar while none is stored
 * @throws DomainError `not-found` when none is stored, without `absent`
 */
export async function readRadarView(
  { radar, ...deps }: ReadDeps,
  wanted: string | undefined,
  absent?: RadarDocument,
) {
  const [version, { directorates, etag, today }] = await Promise.all([
    absent ? readOr(radar, absent) : readRequired(radar),
    readDirectorates(deps),
  ])
  const directorate = directorateBy(directorates, wanted)
  const view = radarViewFor(version.value, directorates, directorate, today)
  return { view, etag: `${version.etag} ${etag}`, staleSeconds: version.staleSeconds, directorate }
}
