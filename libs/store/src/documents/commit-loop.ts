import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Edit } from '../history/record.ts'
import type { RecordedChange } from '../history/recorder.ts'
import type { Changed, Outcome } from './apply-all.ts'

/** Maximum number of queued changes of one document. */
const MAX_WAITING = 20_000
/** After a commit the queue collects changes until none arrives for this time (ms). */
const QUIET_MS = 4
/** Maximum time (ms) to collect changes. */
const MAX_GATHER_MS = 100

/**
 * The queue of changes of one document: all queued changes are committed together.
 *
 * @param commit settles the changes of a batch, and returns those that it left unapplied
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
        const batch = roundRobin(queue)
        queue = []
        // Store calls run in the async context of the first change, not of the caller that started the loop.
        const left = await first.within(() => commit(batch))
        queue = [...left, ...queue]
        await gather()
      }
    } finally {
      running = false
    }
  }

  /**
   * Collects concurrent changes, so that many of them cost one write. It waits even when the queue is
   * empty, because a fast store leaves no time to receive the next request.
   */
  async function gather(): Promise<void> {
    const until = now() + MAX_GATHER_MS
    let length
    do {
      length = queue.length
      await sleep(QUIET_MS)
    } while (queue.length !== length && now() < until)
  }

  return {
    change(apply: Pending<T>['apply'], by: Actor): Promise<Committed<T>> {
      if (queue.length >= MAX_WAITING) {
        return Promise.reject(
          new DomainError('unavailable', 'Too many changes are waiting', { retryAfter: 2 }),
        )
      }
      const { promise, resolve, reject } = Promise.withResolvers<Committed<T>>()
      queue.push({ apply, by, since: now(), within: AsyncLocalStorage.snapshot(), resolve, reject })
      if (!running) void run()
      return promise
    },
  }
}

/**
 * Orders changes round-robin by actor, so that an actor with many or costly changes delays others by one
 * change only. The changes of one actor keep their order.
 */
function roundRobin<T extends Pick<Pending<unknown>, 'by'>>(changes: readonly T[]): T[] {
  const rounds = new Map<string, number>()
  const numbered = changes.map((change) => {
    const round = rounds.get(change.by.actor) ?? 0
    rounds.set(change.by.actor, round + 1)
    return { change, round }
  })
  // The sort is stable, so each round keeps the order of arrival.
  return numbered.sort((a, b) => a.round - b.round).map(({ change }) => change)
}

/** The author of a change, and the action. */
export interface Actor {
  /** Stable id, never an e-mail: it is logged. */
  actor: string
  action: string
  /** For the history; never logged. */
  email?: string
  requestId?: string
  /** For the log. */
  traceId?: string | undefined
  /** Id of the change that this one undoes. */
  undoes?: string
}

/** A stored change. */
export interface Committed<T, R = unknown> {
  /** The result that the change returned. */
  result: R
  /** The document right after this caller's change. */
  value: T
  /** ETag of the stored version that contains the change. */
  etag: string
  /** The recorded change; absent when it altered nothing, or no history is recorded. */
  change?: RecordedChange
}

/** A queued change. */
export interface Pending<T> {
  apply: (current: T | undefined) => Changed<T, unknown>
  by: Actor
  /** When it was queued, by the clock of the document. */
  since: number
  /** Runs work in the async context of the caller. */
  within: <R>(work: () => R) => R
  resolve: (committed: Committed<T>) => void
  reject: (error: unknown) => void
}

/** The outcomes of a batch, and its recorded changes. */
export interface Settled<T> {
  /** One for each change of the batch. */
  outcomes: readonly Outcome<T>[]
  /** One for each edit of `editsOf`. */
  changes: readonly RecordedChange[]
}

/** Settles each change with its own outcome. */
export function settle<T>(
  batch: readonly Pending<T>[],
  { outcomes, changes }: Settled<T>,
  etag: string,
): void {
  const recorded = changes.values()
  for (const [i, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[i]
    if (outcome?.ok) {
      const change = isEdit(outcome) ? recorded.next().value : undefined
      const { value, result } = outcome
      resolve({ value, result, etag, ...(change && { change }) })
    } else reject(outcome?.error)
  }
}

function isEdit<T>(outcome: Outcome<T> | undefined): outcome is Outcome<T> & { ok: true } {
  return outcome?.ok === true && outcome.steps.length > 0
}

/** Rejects every change with the same error. */
export function rejectAll<T>(batch: readonly Pending<T>[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** The edits to record: one for each change that altered the document. */
export function editsOf<T>(
  batch: readonly Pick<Pending<T>, 'by'>[],
  outcomes: readonly Outcome<T>[],
): Edit[] {
  return batch.flatMap(({ by: { email = '', action, requestId, undoes } }, i): Edit[] => {
    const outcome = outcomes[i]
    if (!isEdit(outcome)) return []
    const { steps, before, value: after, removal } = outcome
    return [{ actor: { email }, action, requestId, undoes, removal, steps, before, after }]
  })
}
