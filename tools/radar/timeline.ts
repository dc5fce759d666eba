import { elementsOf, parseIsoInstant, recordsOf, type JsonRecord } from '@landscape/contracts'
import type { FilePosition, Movement } from './file-radar.ts'
import type { Part } from './match-parts.ts'

/** A position of the file in a ring of the radar. */
export interface Placed extends Omit<FilePosition, 'ring'> {
  ring: Part
}

interface Timing {
  /** Rings of the radar, the innermost first. */
  rings: readonly Part[]
  /** Date of a position that has none. */
  date: string
}

/**
 * The timeline of an entry that is new to the radar.
 *
 * @param hasPast whether the first position is the first that there was
 */
export function newTimeline(
  positions: readonly Placed[],
  { rings, date, hasPast }: Timing & { hasPast: boolean },
): JsonRecord[] {
  return positions.map((position, i) => {
    const from = positions[i - 1]?.ring.id
    const isNoFirst = i === 0 && !hasPast && position.movement === 'none'
    return {
      moved: movedOf(
        position.movement,
        from === undefined ? 0 : distance(from, position.ring.id, rings),
      ),
      ringId: position.ring.id,
      date: position.date ?? date,
      description: position.description ?? '',
      // Otherwise the only position there is would pass for the first.
      ...(isNoFirst && { isNew: false }),
    }
  })
}

/** The timeline of an entry after a file that knows the present only: as it was when it lies there already. */
export function movedTimeline(
  stored: unknown,
  present: Placed,
  { rings, date }: Timing,
): readonly unknown[] {
  const timeline = elementsOf(stored)
  const last = recordsOf(timeline).at(-1)
  const from = textOf(last?.['ringId'])
  const { ring } = present
  if (from === ring.id) return timeline
  const before = parseIsoInstant(textOf(last?.['date'])) ?? -Infinity
  const told = present.date === undefined ? -Infinity : (parseIsoInstant(present.date) ?? -Infinity)
  const item = {
    moved: distance(from, ring.id, rings),
    ringId: ring.id,
    date: told >= before && present.date !== undefined ? present.date : date,
    description: `Moved from ${from} to ${ring.id}`,
  }
  return [...timeline, item]
}

/**
 * The timeline of an entry together with the past that a file tells: positions that it lacks are put in by
 * their dates, and texts of those that both know are the file's.
 */
export function mergedTimeline(
  stored: unknown,
  positions: readonly Placed[],
  { rings, date }: Timing,
): readonly unknown[] {
  const timeline = [...elementsOf(stored)]
  const claimed = new Set<unknown>()
  for (const { ring, description, ...position } of positions) {
    const at = position.date ?? date
    const open = recordsOf(timeline).filter(
      (item) => item['ringId'] === ring.id && !claimed.has(item),
    )
    const near = open.filter((item) => isSameInstant(item, at) || isSameDay(item, at))
    const same =
      near.find((item) => item['description'] === (description ?? '')) ??
      near.find((item) => isSameInstant(item, at)) ??
      near[0]
    const isTold = description !== undefined && description !== same?.['description']
    if (same && !isTold) claimed.add(same)
    else if (same) {
      const told = { ...same, description }
      timeline.splice(timeline.indexOf(same), 1, told)
      claimed.add(told)
    } else {
      const place = timeline.findLastIndex((item) => !isAfter(item, at)) + 1
      const from = recordsOf(timeline.slice(0, place)).at(-1)?.['ringId']
      const moved = typeof from === 'string' ? distance(from, ring.id, rings) : 0
      const item = { moved, ringId: ring.id, date: at, description: description ?? '' }
      timeline.splice(place, 0, item)
      claimed.add(item)
    }
  }
  return timeline
}

function movedOf(movement: Movement | undefined, rings: number): number {
  if (movement === 'none') return 0
  if (movement === 'in') return Math.max(1, rings)
  if (movement === 'out') return Math.min(-1, rings)
  return rings
}

/** By how many rings it came further in; outside of all rings are those under review, then those ignored. */
function distance(from: string, to: string, rings: readonly Part[]): number {
  const order = [...rings.map(({ id }) => id), 'review', 'ignore']
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  return start < 0 || end < 0 ? 0 : start - end
}

function isSameInstant({ date }: JsonRecord, other: string): boolean {
  const instant = parseIsoInstant(textOf(date))
  return date === other || (instant !== undefined && instant === parseIsoInstant(other))
}

/** Some formats know days only. */
function isSameDay({ date }: JsonRecord, other: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(other) ? parseIsoInstant(other) : undefined
  const instant = parseIsoInstant(textOf(date))
  if (day === undefined || instant === undefined) return false
  return instant >= day && instant < day + 24 * 60 * 60 * 1000
}

function isAfter(item: unknown, other: string): boolean {
  const instant = parseIsoInstant(textOf((item as JsonRecord | null)?.['date']))
  const than = parseIsoInstant(other)
  return instant !== undefined && than !== undefined && instant > than
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
