import { asRecord, type JsonRecord } from '@landscape/contracts/json'
import type { Labels } from './labels.ts'
import type { Alteration, Subject } from './subjects.ts'

/** A move of an entry from one ring to another. */
export interface Move {
  /** Name of a ring; undefined when the timeline was replaced later. */
  from: string | undefined
  to: string
  /** Description of the new position; empty for a move back. */
  reason: string
  /** Whether the change removed positions, so that an earlier one is the present one. */
  isBack: boolean
}

/**
 * The move of a changed entry; undefined when it stays in its ring.
 *
 * @param isMade whether the labels are those of a document with the change, not of the one before it
 */
export function moveOf(
  { id, kind, alterations }: Subject,
  labels: Labels,
  isMade = true,
): Move | undefined {
  if (kind !== 'entry') return undefined
  const timeline = labels.timelineOf(id)
  const ringOf = (position: JsonRecord | undefined) =>
    position === undefined ? undefined : labels.ring(position['ringId'])
  /** The ring before an index, by the last position of the same directorate. */
  const ringBefore = (index: number, { directorate }: JsonRecord) =>
    ringOf(timeline.slice(0, index).findLast((one) => isSameOwner(one['directorate'], directorate)))
  const [addedPositions, removed] = [
    positionsOf(alterations, 'add'),
    positionsOf(alterations, 'remove'),
  ]
  const [first, last] = [addedPositions[0], addedPositions.at(-1)]
  if (first && last) {
    const added = asRecord(last.after)
    const { ringId, description } = added
    const to = labels.ring(ringId)
    const isKnown = (ringOf(timeline[last.index]) ?? to) === to
    const from = isKnown ? ringBefore(first.index, added) : undefined
    const reason = typeof description === 'string' ? description : ''
    return from === to ? undefined : { from, to, reason, isBack: false }
  }
  const [start, end] = [removed[0], removed.at(-1)]
  const length = isMade ? timeline.length : timeline.length - removed.length
  const removedLast = asRecord(end?.before)
  const target = start && ringBefore(start.index, removedLast)
  if (!start || !end || target === undefined || length > start.index) return undefined
  const from = labels.ring(removedLast['ringId'])
  return from === target ? undefined : { from, to: target, reason: '', isBack: true }
}

/** Whether two positions name the same directorate; absent and 0 are the default one. */
function isSameOwner(a: unknown, b: unknown): boolean {
  const key = (owner: unknown) =>
    JSON.stringify(owner ?? 0)
      .replaceAll('"', '')
      .toLowerCase()
  return key(a) === key(b)
}

/** Alterations of complete positions, by index. */
function positionsOf(alterations: readonly Alteration[], op: Alteration['op']) {
  return alterations
    .filter(({ inside, op: made }) => made === op && isPosition(inside))
    .map((alteration) => ({ ...alteration, index: Number(alteration.inside[1]) }))
    .toSorted((a, b) => a.index - b.index)
}

/** Whether a path below an entry is a position of its timeline. */
function isPosition(inside: readonly string[]): boolean {
  return inside.length === 2 && inside[0] === 'timeline'
}
