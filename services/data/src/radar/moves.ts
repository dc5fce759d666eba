import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { recordsOf, type JsonRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { z } from 'zod'

/** An entry that was added to the radar or moved to another ring. */
export const Move = z
  .object({
    id: z.string().meta({ description: 'of the entry' }),
    title: z.string(),
    quadrant: z.string().nullable(),
    from: z.string().nullable().meta({ description: 'ring; null for an entry that is new' }),
    to: z.string().meta({ description: 'ring' }),
    date: z.iso.date(),
    description: z.string(),
  })
  .meta({ id: 'Move' })
export type Move = z.infer<typeof Move>

/** A move with its time. */
export interface DatedMove extends Move {
  /** Milliseconds since the epoch. */
  instant: number
}

/** A period in milliseconds since the epoch, inclusive. */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/**
 * The moves in the timelines, newest first, without authors. A position in the ring of the one before it is
 * not a move. Moves with an unreadable date are omitted.
 */
export function movesOf(radar: RadarDocument, { since, until }: Period = {}): DatedMove[] {
  return allMoves(radar).filter(
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

const allMoves = oncePerObject(({ entries }: RadarDocument): DatedMove[] => {
  return recordsOf(entries)
    .flatMap(movesOfEntry)
    .toSorted((a, b) => b.instant - a.instant)
})

/** Later positions first, because several can have the same date. */
function movesOfEntry(entry: JsonRecord): DatedMove[] {
  const { id, title, quadrant, timeline } = entry
  if (typeof id !== 'string') return []
  const moves: DatedMove[] = []
  let from: string | null = null
  for (const { ringId, date, description } of recordsOf(timeline)) {
    if (typeof ringId !== 'string' || ringId === from) continue
    const instant = typeof date === 'string' ? parseIsoInstant(date) : undefined
    if (instant !== undefined) {
      moves.unshift({
        id,
        title: textOf(title) ?? id,
        quadrant: textOf(quadrant) ?? null,
        from,
        to: ringId,
        date: new Date(instant).toISOString().slice(0, 10),
        description: textOf(description) ?? '',
        instant,
      })
    }
    from = ringId
  }
  return moves
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
