import type { Edit } from '@landscape/history'
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

/** Answers each caller by the outcome of its own change. */
export function answer<T>(
  batch: readonly Pending<T>[],
  outcomes: readonly Outcome<T>[],
  etag: string,
): void {
  for (const [i, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[i]
    if (outcome?.ok) resolve({ value: outcome.value, result: outcome.result, etag })
    else reject(outcome?.error)
  }
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
    if (!outcome?.ok || outcome.steps.length === 0) return []
    const { steps, before, value: after } = outcome
    return [{ actor: { email }, action, requestId, undoes, steps, before, after }]
  })
}
