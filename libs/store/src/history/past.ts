import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { blockOf, BLOCK, type Archive } from './archive.ts'
import { unlessDamaged } from './damaged.ts'
import { operationsOf, type Operation } from './diff.ts'
import { backwards, recordAt, recordBefore, type Stored } from './chain.ts'
import { undoneIn } from './fold.ts'
import { headAt, type Change, type Head, type VersionRecord } from './record.ts'
import { stateOf } from './state.ts'

/** A change as clients receive it. */
export interface ShownChange extends Omit<Change, 'steps' | 'names'> {
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

/** A period, in milliseconds since the epoch. */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/** Position of a change in the history of one document: its record and its index in that record. */
export interface Position {
  number: number
  index: number
}

/** A change without its internal members. */
export function shownChange({ document, change, undoneBy }: FoundChange): ShownChange {
  const { steps, names: _names, undoes, id, at, ...rest } = change
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
  /** The record of each version, newest first; yields to the event loop after each. */
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
  const links = createLinks(archive, head)
  const changes = createWalk(archive, document, head, links)

  return {
    leadsTo: head?.leadsTo,
    changes,
    async *versions() {
      if (!head) return
      for await (const { record } of backwards(archive, head)) {
        yield record
        // Cached records are read without waiting for I/O.
        await yieldToOthers()
      }
    },
    async find(id) {
      const position = positionOf(id)
      if (!head || !position) return undefined
      const stored = await recordAt(archive, head, position.number)
      const change = stored?.record.changes[position.index]
      if (change?.id !== id) return undefined
      return { document, change, undoneBy: undoneBy(await links(), id) }
    },
    stateAt: (instant) => stateAt(archive, head, instant),
    async *later(earlier) {
      for await (const { change, undoneBy } of changes({ since: Date.parse(earlier.at) })) {
        if (change.id === earlier.id) return
        const isUndone = undoneBy !== null
        const isUndo = change.undoes !== null && isAfter(change.undoes, earlier.id)
        if (!isUndone && !isUndo) yield change
      }
    },
  }
}

type Links = () => Promise<Record<string, string>>

/** Ids of undos by the id of the undone change, computed once. */
function createLinks(archive: Archive, head: Head | undefined): Links {
  let undone: Promise<Record<string, string>> | undefined
  return () => {
    undone ??= head ? linksUpTo(archive, head) : Promise.resolve({})
    return undone
  }
}

/** `changes` of a `Past`. */
function createWalk(
  archive: Archive,
  document: string,
  head: Head | undefined,
  links: Links,
): Past['changes'] {
  return async function* changes(period, below) {
    const from = await firstIn(archive, head, period, below)
    if (!head || !from) return
    // A walk from the head reaches an undo before the change that it undoes.
    const known = from.slot === head.slot ? {} : { ...(await links()) }
    const outcomes = new Map<string, string | null>()
    for await (const stored of backwards(archive, head, from)) {
      const { record } = stored
      for (const [id, by] of Object.entries(undoneIn([stored]))) known[id] ??= by
      const at = Date.parse(record.at)
      if (period.since !== undefined && at < period.since) return
      if (period.until !== undefined && at > period.until) continue
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

/** The first record of a walk: the newest of a period, below a position. */
async function firstIn(
  archive: Archive,
  head: Head | undefined,
  { until }: Period,
  below: Position | undefined,
) {
  if (!head) return undefined
  if (below && below.number < head.number) return atOf(await recordAt(archive, head, below.number))
  return until === undefined ? head : atOf(await recordBefore(archive, head, until))
}

async function stateAt(archive: Archive, head: Head | undefined, instant: number) {
  const stored = head && (await recordBefore(archive, head, instant))
  if (stored) return { value: await stateOf(archive, headAt(stored.record, stored.slot)) }
  // The remaining history begins with the state after the last deleted record.
  const checkpoint = await archive.checkpoint()
  if (!checkpoint || checkpoint.at > instant) return undefined
  return { value: await stateOf(archive, checkpoint) }
}

function atOf(stored: Stored | undefined) {
  return stored && { slot: stored.slot, number: stored.record.number }
}

/** The position of a change by its id; `undefined` when the id is malformed. */
export function positionOf(id: string): Position | undefined {
  const [, number, index] = /-([1-9]\d{0,8})-([1-9]\d{0,5})$/.exec(id) ?? []
  return number === undefined ? undefined : { number: Number(number), index: Number(index) - 1 }
}

function isAfter(id: string, other: string): boolean {
  const [one, two] = [positionOf(id), positionOf(other)]
  if (!one || !two) return false
  return one.number > two.number || (one.number === two.number && one.index > two.index)
}

/**
 * Ids of undos up to a head, by the id of the undone change; of a damaged history, those that can be read.
 */
async function linksUpTo(archive: Archive, head: Head): Promise<Record<string, string>> {
  const recent: Stored[] = []
  try {
    for await (const stored of backwards(archive, head)) {
      const { number } = stored.record
      const isEnd = number % BLOCK === 0
      const block = isEnd && (await archive.block(blockOf(number)).catch(unlessDamaged))
      if (block) return { ...block.undone, ...undoneIn(recent) }
      recent.unshift(stored)
    }
  } catch (error) {
    unlessDamaged(error)
  }
  return undoneIn(recent)
}

/**
 * The undo of a change, unless that undo is undone. A loop, because a chain of undos may have many thousands.
 *
 * @param links all undos that are newer than the change, by the id of the undone change
 * @param known results of earlier calls
 */
function undoneBy(
  links: Record<string, string>,
  id: string,
  known = new Map<string, string | null>(),
): string | null {
  const chain: string[] = []
  let next: string | undefined = id
  while (next !== undefined && !known.has(next)) {
    chain.push(next)
    const by: string | undefined = links[next]
    // An undo is newer than the undone change, so altered records cannot form a cycle.
    next = by !== undefined && isAfter(by, next) ? by : undefined
  }
  for (const change of chain.toReversed()) {
    const by = links[change]
    known.set(change, by !== undefined && known.get(by) === null ? by : null)
  }
  return known.get(id) ?? null
}
