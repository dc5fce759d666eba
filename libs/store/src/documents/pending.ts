import type { Edit } from '../history/edit.ts'
import type { RecordedChange } from '../history/recorder.ts'
import type { Changed, Outcome } from './apply-all.ts'

/** Who changes a document, and what they do. */
export interface Actor {
  /** Stable id, never an e-mail: it is logged. */
  actor: string
  action: string
  /** For the history, which says by whom and in which request; never logged. */
  email?: string
  requestId?: string
  /** For the log: which request this was part of. */
  traceId?: string | undefined
  /** Id of the change that is taken back. */
  undoes?: string
}

/** What the store acknowledged of one change. */
export interface Committed<T, R = unknown> {
  /** What the change told its caller. */
  result: R
  /** The document right after this caller's change. */
  value: T
  /** Version in the store that holds the change. */
  etag: string
  /** The change in the history; absent when nothing was altered, or no history is kept. */
  change?: RecordedChange
}

/** A change and the caller who waits for it. */
export interface Pending<T> {
  apply: (current: T | undefined) => Changed<T, unknown>
  by: Actor
  /** When it began to wait, by the clock of the document. */
  since: number
  /** Does something in the course of what asked for the change. */
  within: <R>(work: () => R) => R
  resolve: (committed: Committed<T>) => void
  reject: (error: unknown) => void
}

/** What became of the changes of a batch, and the changes that the history has of them. */
export interface Settled<T> {
  /** One for each change of the batch. */
  outcomes: readonly Outcome<T>[]
  /** One for each edit, as `editsOf` finds them. */
  changes: readonly RecordedChange[]
}

/** Answers each caller by the outcome of its own change. */
export function answer<T>(
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

/** Gives every caller the same error. */
export function rejectAll<T>(batch: readonly Pending<T>[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** What each caller altered, for the history; a change that altered nothing is none. */
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
