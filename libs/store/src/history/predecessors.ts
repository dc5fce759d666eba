import { LRUCache } from 'lru-cache'
import { oneByOne } from '@landscape/contracts/async/one-by-one'
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

/** Maximum number of cached predecessors. */
const MAX_CACHED = 20_000

/** Finds the previous change of the same project, for the newest changes of a history. */
interface Predecessors {
  /** Adds a record that this process has stored. */
  add(stored: Stored): void
  /**
   * Id of the previous change of the same project; `undefined` when it is unknown.
   *
   * @throws HistoryDamaged
   * @throws StoreUnavailable
   */
  of(change: RecordedChange): Promise<string | undefined>
  /** Clears the cache, after records were deleted. */
  clear(): void
}

/**
 * Creates the predecessors of one document, once per process and document. The first call reads the last
 * folded block and the later records; the next calls read only the records that other processes have stored
 * in the meantime.
 */
export function createPredecessors(archive: Archive): Predecessors {
  const serialised = oneByOne()
  const found = new LRUCache<string, string>({ max: MAX_CACHED })
  let newest: NewestChanges = new Map()
  /** The last record that `newest` includes. */
  let last: At | undefined

  function addAll(changes: readonly TouchingChange[]): void {
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
    addAll(changes)
    last = to
  }

  /** The newest changes up to the end of a block; `undefined` when no block ends there. */
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
      addAll(record.changes.map(touchingChange))
      last = { slot, number: record.number }
    },
    of: ({ id, at }) =>
      serialised('', async () => {
        if (last === undefined || last.number < at.number) await catchUp(at)
        return found.get(id)
      }),
    clear() {
      newest = new Map()
      last = undefined
    },
  }
}
