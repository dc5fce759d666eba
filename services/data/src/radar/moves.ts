import {
  oncePerObject,
  parseIsoInstant,
  recordsOf,
  type JsonRecord,
  type RadarDocument,
} from '@landscape/contracts'
import { z } from 'zod'

/** An entry that came onto the radar, or went to another ring. */
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

/** A move and when it was, in milliseconds since the epoch. */
export interface DatedMove extends Move {
  instant: number
}

/** Milliseconds since the epoch, both included. */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/**
 * The moves that the timelines tell of, newest first. Positions that stay in their ring are none; those
 * whose date cannot be read are left out. Nobody is named.
 */
export function movesOf(radar: RadarDocument, { since, until }: Period = {}): DatedMove[] {
  return allMoves(radar).filter(
    ({ instant }) =>
      (since === undefined || instant >= since) && (until === undefined || instant <= until),
  )
}

/** The last moment of what a text names: of a day its end, else the instant; undefined when it is none. */
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

/** The later ones first, since dates may be of days. */
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
