import {
  endOfDay,
  plansOf,
  positionsOf,
  type Directorates,
} from '@landscape/contracts/directorates'
import { dateOf } from '@landscape/contracts/entries'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { elementsOf, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import type { FilePosition, Movement } from './file-radar.ts'
import type { Part } from './match-parts.ts'

/** A position of the file in a ring of the radar. */
export interface RingPosition extends Omit<FilePosition, 'ring'> {
  ring: Part
}

interface Timing {
  /** Rings of the radar, innermost first. */
  rings: readonly Part[]
  /** Date of a position without a date. */
  date: string
}

/**
 * The timeline of a new entry.
 *
 * @param hasTimelines whether the file contains the complete timeline
 */
export function newTimeline(
  positions: readonly RingPosition[],
  { hasTimelines, ...timing }: Timing & { hasTimelines: boolean },
): readonly unknown[] {
  const timeline = mergedTimeline([], positions, timing)
  if (hasTimelines || positions[0]?.movement !== 'none') return timeline
  // A first position that did not move would otherwise count as new.
  return recordsOf(timeline).map((item) => ({ ...item, isNew: false }))
}

/** The timeline after an import of the default directorate's present position; unchanged if the ring is the same. */
export function movedTimeline(
  stored: unknown,
  present: RingPosition,
  { rings, date, ...reference }: Timing & Reference,
): readonly unknown[] {
  const timeline = elementsOf(stored)
  const last = presentPosition(timeline, reference)
  const from = textOf(last?.['ringId'])
  const { ring } = present
  if (from === ring.id) return timeline
  const before = parseIsoInstant(textOf(last?.['date'])) ?? -Infinity
  const fileInstant =
    present.date === undefined ? -Infinity : (parseIsoInstant(present.date) ?? -Infinity)
  const item = {
    moved: distance(from, ring.id, rings),
    ringId: ring.id,
    date: fileInstant >= before && present.date !== undefined ? present.date : date,
    description: last ? `Moved from ${from} to ${ring.id}` : `Added to ${ring.id}`,
  }
  const [plan] = plansOf(...countedIn(timeline, reference))
  return timeline.toSpliced(plan ? timeline.indexOf(plan) : timeline.length, 0, item)
}

/** The directorates of a radar, and the instant (ms since the epoch) after whose day positions are plans. */
interface Reference {
  directorates: Directorates
  now: number
}

/** The present position of the default directorate. */
export function presentPosition(stored: unknown, reference: Reference): JsonRecord | undefined {
  return positionsOf(...countedIn(stored, reference)).at(-1)
}

function countedIn(stored: unknown, { directorates, now }: Reference) {
  const counting = { until: endOfDay(now), at: dateOf }
  return [recordsOf(stored), directorates.main, directorates, counting] as const
}

/**
 * Merges the timeline of a file into a stored one: missing positions are inserted by date, and common
 * positions take the description of the file.
 */
export function mergedTimeline(
  stored: unknown,
  positions: readonly RingPosition[],
  { rings, date }: Timing,
): readonly unknown[] {
  const timeline = [...elementsOf(stored)]
  const claimed = new Set<unknown>()
  for (const { ring, description, movement, ...position } of positions) {
    const at = position.date ?? date
    const open = recordsOf(timeline).filter(
      (item) => item['ringId'] === ring.id && !claimed.has(item),
    )
    const near = open.filter((item) => isSameInstant(item, at) || isSameDay(item, at))
    const same =
      near.find((item) => item['description'] === (description ?? '')) ??
      near.find((item) => isSameInstant(item, at)) ??
      near[0]
    const isChanged = description !== undefined && description !== same?.['description']
    if (same && !isChanged) claimed.add(same)
    else if (same) {
      const changed = { ...same, description }
      timeline.splice(timeline.indexOf(same), 1, changed)
      claimed.add(changed)
    } else {
      const index = timeline.findLastIndex((item) => !isAfter(item, at)) + 1
      const from = recordsOf(timeline.slice(0, index)).at(-1)?.['ringId']
      const moved = movedOf(movement, typeof from === 'string' ? distance(from, ring.id, rings) : 0)
      const item = { moved, ringId: ring.id, date: at, description: description ?? '' }
      timeline.splice(index, 0, item)
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

/** Number of rings moved inwards; `review` and `ignore` follow the outermost ring. */
export function distance(from: string, to: string, rings: readonly Pick<Part, 'id'>[]): number {
  const order = [...rings.map(({ id }) => id), 'review', 'ignore']
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  return start < 0 || end < 0 ? 0 : start - end
}

function isSameInstant({ date }: JsonRecord, other: string): boolean {
  const instant = parseIsoInstant(textOf(date))
  return date === other || (instant !== undefined && instant === parseIsoInstant(other))
}

/** Some formats have days instead of instants. */
function isSameDay({ date }: JsonRecord, other: string): boolean {
  const [start, end] = spanOf(other)
  const instant = parseIsoInstant(textOf(date))
  return instant !== undefined && instant >= start && instant < end
}

/** Whether an item is later than a date; on the day of a date without a time it is not. */
function isAfter(item: unknown, other: string): boolean {
  const [start, end] = spanOf(other)
  const instant = parseIsoInstant(textOf((item as JsonRecord | null)?.['date']))
  return instant !== undefined && instant > start && instant >= end
}

/** The first instant of a date, and the first one after it; a time is one instant. */
function spanOf(date: string): [start: number, end: number] {
  const start = parseIsoInstant(date) ?? NaN
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date)
  return [start, isDay ? start + 24 * 60 * 60 * 1000 : start]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
