import { nameOf, type ObjectRef } from '../objects/port.ts'
import type { Actor } from './pending.ts'

/** How a read was answered: as the store has it now, from the last good copy, or not at all. */
type ReadOutcome = 'fresh' | 'stale' | 'failed'

/** A version that was written, and who changed what in it; their e-mails are for the history only. */
export interface StoredCommit {
  etag: string
  by: readonly Pick<Actor, 'actor' | 'action' | 'traceId'>[]
}

/** What came of the changes that were taken together. */
export interface CommitOutcome {
  /** `unchanged`: nothing had to be written, or every change was refused by its own rule. */
  outcome: 'stored' | 'unchanged' | 'given-up'
  /** How many there were, those that their own rule refused included. */
  changes: number
  /** Times that the document was read and, mostly, written; more than one after a conflict or failure. */
  attempts: number
  /** Milliseconds since the first of the changes began to wait. */
  ms: number
  /** Present when the outcome is `stored`. */
  stored?: StoredCommit
}

/**
 * Why one call to the store failed: it did not answer, it answered what is no such document, or
 * somebody else wrote in between.
 */
type StoreFailure = 'unavailable' | 'invalid' | 'conflict'

/**
 * Told what happens to documents, each named `<bucket>/<key>`, as it happens. What it throws is of
 * no consequence: a change that is stored stays stored.
 */
export interface DocumentObserver {
  read?(document: string, outcome: ReadOutcome): void
  commit?(document: string, commit: CommitOutcome): void
  failure?(document: string, kind: StoreFailure): void
  /**
   * Once when a document can no longer be read, with the reason: the store is away, or what lies
   * there is invalid.
   */
  outage?(document: string, error: unknown): void
  /** Once when it can be read again. */
  recovery?(document: string): void
  /**
   * When a change was stored though its history could not be read, or was stored and the records before
   * it could not be folded.
   */
  historyFailure?(document: string, error: unknown): void
}

/** The same for one document, complete and never throwing. */
export interface Observe {
  read(outcome: ReadOutcome): void
  commit(commit: CommitOutcome): void
  failure(kind: StoreFailure): void
  outage(error: unknown): void
  recovery(): void
  historyFailure(error: unknown): void
}

/** Tells every observer of one document; what one of them throws reaches nobody. */
export function observeDocument(
  ref: ObjectRef,
  observers: readonly DocumentObserver[] = [],
): Observe {
  const name = nameOf(ref)
  const each = (tell: (observer: DocumentObserver) => void) => {
    for (const observer of observers) quietly(() => tell(observer))
  }
  return {
    read: (outcome) => each((observer) => observer.read?.(name, outcome)),
    commit: (commit) => each((observer) => observer.commit?.(name, commit)),
    failure: (kind) => each((observer) => observer.failure?.(name, kind)),
    outage: (error) => each((observer) => observer.outage?.(name, error)),
    recovery: () => each((observer) => observer.recovery?.(name)),
    historyFailure: (error) => each((observer) => observer.historyFailure?.(name, error)),
  }
}

function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // A read or a stored change does not fail because somebody could not count it.
  }
}
