import { understood } from '@landscape/contracts/json'
import { entryOf, type StoredEntry, type StoredPosition } from '@landscape/contracts/entries'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Move } from './reply.ts'
import { positionsIn, type SeenRadar } from './seen-radar.ts'

/** A move with its time. */
export interface DatedMove extends Move {
  /** Milliseconds since the epoch. */
  instant: number
  /** Ring of the stored position before it, which another directorate may own. */
  previous: string | null
}

/** A period in milliseconds since the epoch, inclusive. */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/**
 * The moves in the positions that count for a directorate, newest first, without authors. A position in the ring
 * of the one before it is not a move. Moves with an unreadable date are omitted.
 */
export function movesOf(seen: SeenRadar, { since, until }: Period = {}): DatedMove[] {
  return allMoves(seen).filter(
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

const allMoves = oncePerObject((seen: SeenRadar): DatedMove[] => {
  return understood(seen.radar.entries.map(entryOf))
    .flatMap((entry) => movesOfEntry(entry, seen))
    .toSorted((a, b) => b.instant - a.instant)
})

/** Later positions first, because several can have the same date. */
function movesOfEntry(entry: StoredEntry, seen: SeenRadar): DatedMove[] {
  const { id, title, quadrant } = entry
  const moves: DatedMove[] = []
  const previousOf = previousRings(entry)
  let from: string | null = null
  for (const position of positionsIn(seen, entry)) {
    const { ringId, at: instant, description } = position
    if (ringId === from) continue
    if (instant !== undefined) {
      moves.push({
        id,
        title,
        quadrant: quadrant || null,
        from,
        to: ringId,
        date: new Date(instant).toISOString().slice(0, 10),
        description,
        directorate: seen.directorates.ownerOf(position) ?? seen.directorate,
        instant,
        previous: previousOf.get(position) ?? null,
      })
    }
    from = ringId
  }
  return moves.toReversed()
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
