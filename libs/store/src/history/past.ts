import { parsed, type Archive } from './archive.ts'
import { operationsOf, type Operation } from './diff.ts'
import { backwards, lastRecordAt, recordAt } from './chain.ts'
import type { Change, Head, VersionRecord } from './record.ts'
import { stateAt } from './state.ts'
import {
  addUndos,
  isAfter,
  positionOf,
  undoneBy,
  undosUpTo,
  type Position,
  type Undos,
} from './undos.ts'

export { positionOf, type Position } from './undos.ts'

/** A change as clients receive it. */
export interface ShownChange extends Omit<Change, 'steps' | 'names' | 'isPartlyNamed'> {
  document: string
  operations: Operation[]
  undoneBy: string | null
}

/** A change, its document and its undo. */
export interface FoundChange {
  document: string
  change: Change
  undoneBy: string | null
}

/**
 * A period, in milliseconds since the epoch: the changes after the last record, by number, before `since`, up to
 * the last one that is not later than `until`.
 */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/** A change without its internal members. */
export function shownChange({ document, change, undoneBy }: FoundChange): ShownChange {
  const { steps, names: _names, isPartlyNamed: _isPartlyNamed, undoes, id, at, ...rest } = change
  return { id, at, document, ...rest, operations: operationsOf(steps), undoes, undoneBy }
}

/** The history of one document up to a head. */
export interface Past {
  /** Digest of the version that the newest record leads to. */
  leadsTo: string | undefined
  /**
   * Changes, newest first.
   *
   * @throws HistoryDamaged after the readable changes, as do the other methods
   */
  changes(period: Period, below?: Position): AsyncGenerator<FoundChange & { position: Position }>
  /** The record of each version, newest first. */
  versions(): AsyncGenerator<VersionRecord>
  find(id: string): Promise<FoundChange | undefined>
  /** The document at an instant; `undefined` when its history began later. */
  stateAt(instant: number): Promise<{ value: unknown } | undefined>
  /** The changes after another, newest first, without undone changes and their undos. */
  later(change: Change): AsyncGenerator<Change>
}

/**
 * Opens the history up to a head. Open one for each request, because it caches what it reads.
 *
 * @param head `undefined` when the history is empty
 */
export function pastOf(archive: Archive, document: string, head: Head | undefined): Past {
  let all: Promise<Undos> | undefined
  const undos = () => (all ??= head ? undosUpTo(archive, head) : Promise.resolve({}))
  const changes = createWalk(archive, document, head, undos)

  return {
    leadsTo: head?.leadsTo,
    changes,
    async *versions() {
      if (head) yield* backwards(archive, head.slot)
    },
    async find(id) {
      const position = positionOf(id)
      if (!head || !position) return undefined
      const record = await recordAt(archive, head, position.number)
      const change = record?.changes[position.index]
      if (change?.id !== id) return undefined
      return { document, change, undoneBy: undoneBy(await undos(), id) }
    },
    stateAt: async (instant) =>
      (await keptAt(archive, instant)) ?? (head && stateAt(archive, head, instant)),
    async *later(earlier) {
      for await (const { change, undoneBy } of changes({})) {
        if (change.id === earlier.id) return
        const isUndone = undoneBy !== null
        const isUndo = change.undoes !== null && isAfter(change.undoes, earlier.id)
        if (!isUndone && !isUndo) yield change
      }
    },
  }
}

/** The kept document at an instant; a damaged one counts as absent. */
async function keptAt(archive: Archive, instant: number): Promise<{ value: unknown } | undefined> {
  const text = await archive.kept(instant)
  const value = text === undefined ? undefined : parsed(text)
  return value === undefined ? undefined : { value }
}

/** `changes` of a `Past`. */
function createWalk(
  archive: Archive,
  document: string,
  head: Head | undefined,
  undos: () => Promise<Undos>,
): Past['changes'] {
  return async function* changes(period, below) {
    const from = await firstIn(archive, head, period, below)
    if (!head || !from) return
    // A walk from the head reaches an undo before the change that it undoes.
    const known = from === head.slot ? {} : { ...(await undos()) }
    const outcomes = new Map<string, string | null>()
    for await (const record of backwards(archive, from)) {
      addUndos(known, record)
      if (period.since !== undefined && Date.parse(record.at) < period.since) return
      for (let index = record.changes.length - 1; index >= 0; index--) {
        const change = record.changes[index]
        const isAbove = record.number === below?.number && index >= below.index
        if (!change || isAbove) continue
        const position = { number: record.number, index }
        yield { document, change, undoneBy: undoneBy(known, change.id, outcomes), position }
      }
    }
  }
}

/** The slot of the first record of a walk: the newest of a period, below a position. */
async function firstIn(
  archive: Archive,
  head: Head | undefined,
  { until }: Period,
  below: Position | undefined,
): Promise<string | undefined> {
  if (!head) return undefined
  if (below && below.number < head.number)
    return (await recordAt(archive, head, below.number))?.slot
  return until === undefined ? head.slot : (await lastRecordAt(archive, head, until)).record?.slot
}
