import { understood } from '@landscape/contracts/json'
import { entryOf, type StoredEntry, type StoredPosition } from '@landscape/contracts/entries'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Move } from './reply.ts'
import { plansIn, positionsIn, type RadarView } from './radar-view.ts'

/** A move with its time. */
export interface DatedMove extends Move {
  /** Milliseconds since the epoch. */
  instant: number
  /** Ring of the stored position before it, which another directorate may own. */
  previous: string | null
}

/** A move as responses show it. */
export const publicMove = ({ instant: _instant, previous: _previous, ...move }: DatedMove): Move =>
  move

/** A period in milliseconds since the epoch, inclusive. */
export interface MovesPeriod {
  since?: number | undefined
  until?: number | undefined
}

/**
 * The moves in the positions that count for a directorate, newest first, without authors. A position in the ring
 * of the one before it is not a move. Moves with an unreadable date are omitted.
 */
export function movesOf(view: RadarView, { since, until }: MovesPeriod = {}): DatedMove[] {
  return allMoves(view).filter(
    ({ instant }) =>
      (since === undefined || instant >= since) && (until === undefined || instant <= until),
  )
}

/** The last millisecond of an ISO 8601 day, otherwise the instant; `undefined` if the string is neither. */
export function lastMoment(text: string): number | undefined {
  const instant = parseIsoInstant(text)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return instant !== undefined && isDay ? instant + 24 * 60 * 60 * 1000 - 1 : instant
}

const allMoves = oncePerObject((view: RadarView): DatedMove[] => {
  return understood(view.radar.entries.map(entryOf))
    .flatMap((entry) => movesOfEntry(entry, view))
    .toSorted((a, b) => b.instant - a.instant)
})

/** The plans of a radar as moves, in the order of their days. */
export const plannedMoves = oncePerObject((view: RadarView): DatedMove[] => {
  return understood(view.radar.entries.map(entryOf))
    .flatMap((entry) => {
      const plans = plansIn(view, entry)
      return plans.length === 0
        ? []
        : movesAmong(plans, positionsIn(view, entry).at(-1), entry, view)
    })
    .toSorted((a, b) => a.instant - b.instant)
})

/** Later positions first, because several can have the same date. */
function movesOfEntry(entry: StoredEntry, view: RadarView): DatedMove[] {
  return movesAmong(positionsIn(view, entry), undefined, entry, view).toReversed()
}

/** The positions in another ring than the position before them, in stored order. */
function movesAmong(
  positions: readonly StoredPosition[],
  before: StoredPosition | undefined,
  entry: StoredEntry,
  view: RadarView,
): DatedMove[] {
  const moveOf = moveIn(view, entry)
  return positions.flatMap((position, i) => {
    const from = (positions[i - 1] ?? before)?.ringId ?? null
    return position.ringId === from ? [] : moveOf(position, from)
  })
}

/** Creates the function that describes a position as a move from a ring; none without a readable date. */
function moveIn(view: RadarView, entry: StoredEntry) {
  const { id, title, quadrant } = entry
  const previousOf = previousRings(entry)
  return (position: StoredPosition, from: string | null): DatedMove[] => {
    const { ringId: to, at: instant, description } = position
    if (instant === undefined) return []
    const directorate = view.directorates.ownerOf(position) ?? view.directorate
    const date = new Date(instant).toISOString().slice(0, 10)
    const previous = previousOf.get(position) ?? null
    const about = { id, title, quadrant: quadrant || null }
    return [{ ...about, from, to, date, description, directorate, instant, previous }]
  }
}

/** The ring of the position before each position, of any directorate. */
function previousRings({ timeline }: StoredEntry): Map<StoredPosition, string> {
  const previous = new Map<StoredPosition, string>()
  let last: string | undefined
  for (const position of timeline) {
    if (last !== undefined) previous.set(position, last)
    last = position.ringId
  }
  return previous
}
