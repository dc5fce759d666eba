import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@landscape/contracts'
import type { Actor, Committed, Pending } from './pending.ts'

/** Changes that may wait for one document; more are refused rather than piled up. */
const MAX_WAITING = 20_000
/** After a commit, more changes are awaited until none came for a while, or this long in all. */
const QUIET_MS = 4
const GATHER_MS = 100

/**
 * The changes that wait for one document: whatever waits is committed together.
 *
 * @param commit answers the callers of a batch, and returns those changes that have to wait on
 */
export function createCommitLoop<T>(
  commit: (batch: readonly Pending<T>[]) => Promise<Pending<T>[]>,
  now: () => number,
) {
  let queue: Pending<T>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    try {
      for (let [first] = queue; first; [first] = queue) {
        const batch = inTurns(queue)
        queue = []
        // The store is asked in the course of what asked for the first, not of what began the loop.
        const left = await first.within(() => commit(batch))
        queue = [...left, ...queue]
        await gather()
      }
    } finally {
      running = false
    }
  }

  /**
   * Lets concurrent changes arrive, so that many of them cost one write. Also when none waits yet:
   * a store that answers at once leaves no time in which the next request could have been read.
   */
  async function gather(): Promise<void> {
    const until = now() + GATHER_MS
    let seen
    do {
      seen = queue.length
      await sleep(QUIET_MS)
    } while (queue.length !== seen && now() < until)
  }

  return {
    change(apply: Pending<T>['apply'], by: Actor): Promise<Committed<T>> {
      if (queue.length >= MAX_WAITING) {
        const text = 'Too many changes are waiting'
        return Promise.reject(new DomainError('unavailable', text, { retryAfter: 2 }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Committed<T>>()
      queue.push({ apply, by, since: now(), within: AsyncLocalStorage.snapshot(), resolve, reject })
      if (!running) void run()
      return promise
    },
  }
}

/**
 * One change of each actor, then another of each: somebody who makes many, or costly ones, lets the
 * others wait for one of them. Those of one actor keep their order.
 */
function inTurns<T extends Pick<Pending<unknown>, 'by'>>(changes: readonly T[]): T[] {
  const turns = new Map<string, number>()
  const numbered = changes.map((change) => {
    const turn = turns.get(change.by.actor) ?? 0
    turns.set(change.by.actor, turn + 1)
    return { change, turn }
  })
  // Sorting is stable: within a turn whoever came first is first.
  return numbered.sort((a, b) => a.turn - b.turn).map(({ change }) => change)
}
