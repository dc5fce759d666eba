import { nameOf, type ObjectRef } from '../objects/port.ts'
import type { ClockJump } from '../history/record-time.ts'
import type { Actor } from './pending.ts'

/** Result of a read: the current version, the last good copy, or an error. */
type ReadOutcome = 'fresh' | 'stale' | 'failed'

/** A stored version and the authors of its changes, without their e-mails. */
export interface StoredCommit {
  etag: string
  by: readonly Pick<Actor, 'actor' | 'action' | 'traceId'>[]
}

/** Outcome of a batch of changes. */
export interface CommitOutcome {
  /** `unchanged`: no change altered the document, or each one threw. */
  outcome: 'stored' | 'unchanged' | 'given-up'
  /** Number of changes, including those that threw. */
  changes: number
  /** Number of attempts; more than one after a conflict or a failure. */
  attempts: number
  /** Milliseconds since the oldest of the changes was queued. */
  ms: number
  /** Present when the outcome is `stored`. */
  stored?: StoredCommit
}

/**
 * Why a store call failed: the store did not respond, it returned an invalid document, or another writer
 * was faster.
 */
type StoreFailure = 'unavailable' | 'invalid' | 'conflict'

/**
 * Receives events of documents, which are named `<bucket>/<key>`. Errors that it throws are ignored.
 */
export interface DocumentObserver {
  read?(document: string, outcome: ReadOutcome): void
  commit?(document: string, commit: CommitOutcome): void
  failure?(document: string, kind: StoreFailure): void
  /**
   * Called once when a document becomes unreadable: the store is unavailable, or the stored document is
   * invalid.
   */
  outage?(document: string, error: unknown): void
  /** Called once when the document is readable again. */
  recovery?(document: string): void
  /**
   * Called when the history of a stored change could not be read, or its earlier records could not be
   * written as a run.
   */
  historyFailure?(document: string, error: unknown): void
  /** Called when a stored change does not take over a time that is ahead of the store's clock. */
  clockJump?(document: string, jump: ClockJump): void
}

/** A DocumentObserver of one document with all methods, none of which throws. */
export interface Observe {
  read(outcome: ReadOutcome): void
  commit(commit: CommitOutcome): void
  failure(kind: StoreFailure): void
  outage(error: unknown): void
  recovery(): void
  historyFailure(error: unknown): void
  clockJump(jump: ClockJump): void
}

/** Forwards events of one document to every observer, and ignores their errors. */
export function observeDocument(
  ref: ObjectRef,
  observers: readonly DocumentObserver[] = [],
): Observe {
  const name = nameOf(ref)
  const each = (notify: (observer: DocumentObserver) => void) => {
    for (const observer of observers) {
      try {
        notify(observer)
      } catch {
        // A read or a stored change does not fail because an observer does.
      }
    }
  }
  return {
    read: (outcome) => each((observer) => observer.read?.(name, outcome)),
    commit: (commit) => each((observer) => observer.commit?.(name, commit)),
    failure: (kind) => each((observer) => observer.failure?.(name, kind)),
    outage: (error) => each((observer) => observer.outage?.(name, error)),
    recovery: () => each((observer) => observer.recovery?.(name)),
    historyFailure: (error) => each((observer) => observer.historyFailure?.(name, error)),
    clockJump: (jump) => each((observer) => observer.clockJump?.(name, jump)),
  }
}
