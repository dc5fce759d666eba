import { setImmediate as giveWay } from 'node:timers/promises'
import { blockOf, BLOCK, type Archive } from './archive.ts'
import { unlessDamaged } from './damaged.ts'
import { operationsOf, type Operation } from './diff.ts'
import { backwards, recordAt, recordBefore, type Stored } from './chain.ts'
import { undoneIn } from './fold.ts'
import { headAt, type Change, type Head, type VersionRecord } from './record.ts'
import { stateOf } from './state.ts'

/** A change as clients see it. */
export interface ShownChange extends Omit<Change, 'steps' | 'names'> {
  document: string
  operations: Operation[]
  undoneBy: string | null
}

/** A change and all that is known of it. */
export interface FoundChange {
  document: string
  change: Change
  undoneBy: string | null
}

/** When changes were made, in milliseconds since the epoch. */
export interface Period {
  since?: number | undefined
  until?: number | undefined
}

/** Where in the history of one document a walk goes on: below this change of this record. */
export interface Position {
  number: number
  index: number
}

/** A change without what only the store needs. */
export function shownChange({ document, change, undoneBy }: FoundChange): ShownChange {
  const { steps, names: _names, undoes, id, at, ...rest } = change
  return { id, at, document, ...rest, operations: operationsOf(steps), undoes, undoneBy }
}

/** The history of one document up to a head. */
export interface Past {
  /** Digest of the text of the version that the newest record led to. */
  leadsTo: string | undefined
  /**
   * Changes, newest first.
   *
   * @throws HistoryDamaged where the records end before they should; so does all that follows
   */
  changes(period: Period, below?: Position): AsyncGenerator<FoundChange & { position: Position }>
  /** What was recorded of each version, newest first; others are served between two. */
  versions(): AsyncGenerator<VersionRecord>
  find(id: string): Promise<FoundChange | undefined>
  /** The document as it was at an instant; `undefined` when its history began later. */
  stateAt(instant: number): Promise<{ value: unknown } | undefined>
  /** The changes after another, newest first, but for those that were taken back and what did that. */
  later(change: Change): AsyncGenerator<Change>
}

/**
 * Questions about what happened up to a head; one for each answer, since it remembers what it looked up.
 *
 * @param head `undefined` when nothing was ever recorded
 */
export function pastOf(archive: Archive, document: string, head: Head | undefined): Past {
  let undone: Promise<Record<string, string>> | undefined

  /** Worked out once: the links up to the last folded block, and those since. */
  function links(): Promise<Record<string, string>> {
    undone ??= head ? linksUpTo(archive, head) : Promise.resolve({})
    return undone
  }

  async function* changes(period: Period, below?: Position) {
    const from = await begin(period, below)
    if (!head || !from) return
    // What undoes a change is newer: a walk from the head on has met it by then.
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

  async function begin({ until }: Period, below: Position | undefined) {
    if (!head) return undefined
    if (below && below.number < head.number)
      return atOf(await recordAt(archive, head, below.number))
    return until === undefined ? head : atOf(await recordBefore(archive, head, until))
  }

  return {
    leadsTo: head?.leadsTo,
    changes,
    async *versions() {
      if (!head) return
      for await (const { record } of backwards(archive, head)) {
        yield record
        // What is cached is read without a wait.
        await giveWay()
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
    async stateAt(instant) {
      const stored = head && (await recordBefore(archive, head, instant))
      if (stored) return { value: await stateOf(archive, headAt(stored.record, stored.slot)) }
      // What is left of a history begins with the document as the last record that went had left it.
      const forgotten = await archive.checkpoint()
      if (!forgotten || forgotten.at > instant) return undefined
      return { value: await stateOf(archive, forgotten) }
    },
    async *later(earlier) {
      for await (const { change, undoneBy } of changes({ since: Date.parse(earlier.at) })) {
        if (change.id === earlier.id) return
        const isTakenBack = undoneBy !== null
        const takesBack = change.undoes !== null && isAfter(change.undoes, earlier.id)
        if (!isTakenBack && !takesBack) yield change
      }
    },
  }
}

function atOf(stored: Stored | undefined) {
  return stored && { slot: stored.slot, number: stored.record.number }
}

/** The position of a change by its id; `undefined` for what is no id of a change. */
export function positionOf(id: string): Position | undefined {
  const [, number, index] = /-([1-9]\d{0,8})-([1-9]\d{0,5})$/.exec(id) ?? []
  return number === undefined ? undefined : { number: Number(number), index: Number(index) - 1 }
}

function isAfter(id: string, other: string): boolean {
  const [one, two] = [positionOf(id), positionOf(other)]
  if (!one || !two) return false
  return one.number > two.number || (one.number === two.number && one.index > two.index)
}

/** What undid what, up to a head; of a damaged history, as far as it can be told. */
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
 * Who undid a change, unless that was undone in turn; a loop, since undos of undos may be many thousands.
 *
 * @param links from changes to their undos: all those that are newer than this change
 * @param known outcomes of earlier calls
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
    // An undo is newer than what it undoes: altered records cannot make this loop endless.
    next = by !== undefined && isAfter(by, next) ? by : undefined
  }
  for (const change of chain.toReversed()) {
    const by = links[change]
    known.set(change, by !== undefined && known.get(by) === null ? by : null)
  }
  return known.get(id) ?? null
}
