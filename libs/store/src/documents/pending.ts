import type { Edit } from '../history/edit.ts'
import type { RecordedChange } from '../history/recorder.ts'
import type { Changed, Outcome } from './apply-all.ts'

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
