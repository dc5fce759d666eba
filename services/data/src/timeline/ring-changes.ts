import type { StoredPosition } from '@landscape/contracts/entries'
import { movesOf } from './moves.ts'
import type { RadarView } from './radar-view.ts'

/** Change of an entry in a period: added to the rings, moved inwards, or moved outwards. */
export type RingChange = 'new' | 'in' | 'out'

const DAY_MS = 24 * 60 * 60 * 1000
const PERIOD_MS = 90 * DAY_MS

/**
 * Start of the period whose changes a picture marks: 90 days before the newest move, but after the day of the
 * first one, because a radar that was imported at once has no new entries. `undefined` without moves.
 */
export function defaultSince(radar: RadarView): number | undefined {
  const moves = movesOf(radar)
  const newest = moves[0]?.instant
  const first = moves.at(-1)?.instant
  if (newest === undefined || first === undefined) return undefined
  return startOfDay(Math.max(newest - PERIOD_MS, first + DAY_MS))
}

function startOfDay(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS
}

/**
 * The change of an entry since an instant, by its ring before the first position of the period.
 *
 * @param positions those that count for a directorate, in stored order
 * @param ringIndex index of a ring, from the innermost; -1 for `review`, `ignore` and unknown ids
 */
export function ringChange(
  positions: readonly StoredPosition[],
  since: number,
  ringIndex: (id: unknown) => number,
): RingChange | undefined {
  const first = positions.findIndex(({ at = -Infinity }) => at >= since)
  if (first < 0) return undefined
  const previous = positions[first - 1]
  const before = ringIndex(previous?.ringId)
  const now = ringIndex(positions.at(-1)?.ringId)
  if (now < 0 || now === before) return undefined
  if (!previous) return 'new'
  // An entry in review or ignore is outside of all rings.
  return before < 0 || now < before ? 'in' : 'out'
}
