import { LRUCache } from 'lru-cache'
import { oneByOne } from '@landscape/contracts'
import { BLOCK, blockOf, type Archive } from './archive.ts'
import { backwards, forgottenIn, type At, type Stored } from './chain.ts'
import { unlessDamaged } from './damaged.ts'
import {
  addChange,
  touchingChange,
  type NewestChanges,
  type TouchingChange,
} from './newest-changes.ts'
import { positionOf } from './past.ts'
import type { RecordedChange } from './recorder.ts'

/** Changes whose predecessors are remembered until somebody asks for them. */
const REMEMBERED = 20_000

/** For the newest changes of a history: which change of the same project came before. */
interface Predecessors {
  /** Takes a record that this process has just stored. */
  add(stored: Stored): void
  /**
   * Id of the change before another one of the same project; `undefined` when none is known.
   *
   * @throws HistoryDamaged
   * @throws StoreUnavailable
   */
  of(change: RecordedChange): Promise<string | undefined>
  /** Reads everything again the next time: a part of the history was forgotten. */
  clear(): void
}

/**
 * The predecessors of changes; one for each process and document. The newest change of each project is
 * kept in memory from the first question on. That question reads the last folded block and the records
 * after it, a later one only the records that other processes stored since.
 */
export function createPredecessors(archive: Archive): Predecessors {
  const inTurn = oneByOne()
  const found = new LRUCache<string, string>({ max: REMEMBERED })
  let newest: NewestChanges = new Map()
  /** The last record that `newest` includes. */
  let last: At | undefined

  function learn(changes: readonly TouchingChange[]): void {
    for (const change of changes) {
      const before = addChange(newest, change)
      if (before !== undefined) found.set(change.id, before)
    }
  }

  async function catchUp(to: At): Promise<void> {
    const changes: TouchingChange[] = []
    let begin: NewestChanges | undefined
    for await (const { slot, record } of backwards(archive, to)) {
      if (slot === last?.slot) {
        begin = newest
        break
      }
      changes.unshift(...record.changes.map(touchingChange))
      begin = await foldedAt(record.number - 1)
      if (begin) break
    }
    newest = begin ?? new Map()
    learn(changes)
    last = to
  }

  /** The newest changes up to the end of a block; `undefined` when nothing was folded there. */
  async function foldedAt(number: number): Promise<NewestChanges | undefined> {
    if (number === 0 || number % BLOCK !== 0) return undefined
    const block = await archive.block(blockOf(number)).catch(unlessDamaged)
    if (!block) return undefined
    const forgotten = await forgottenIn(archive)
    const isKept = ([, id]: [string, string]) => (positionOf(id)?.number ?? 0) > forgotten
    return new Map(Object.entries(block.newest ?? {}).filter(isKept))
  }

  return {
    add({ slot, record }) {
      if (last === undefined || record.previous?.slot !== last.slot) return
      learn(record.changes.map(touchingChange))
      last = { slot, number: record.number }
    },
    of: ({ id, at }) =>
      inTurn('', async () => {
        if (last === undefined || last.number < at.number) await catchUp(at)
        return found.get(id)
      }),
    clear() {
      newest = new Map()
      last = undefined
    },
  }
}
