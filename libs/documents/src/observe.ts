import { nameOf, type ObjectRef } from '@landscape/object-store'

/** How a read was answered: as the store has it now, from the last good copy, or not at all. */
export type ReadOutcome = 'fresh' | 'stale' | 'failed'

/** What came of the changes that were taken together. */
export interface CommitOutcome {
  /** `unchanged`: nothing had to be written, or every change was refused by its own rule. */
  outcome: 'stored' | 'unchanged' | 'given-up'
  changes: number
  /** Times that the document was read and, mostly, written; more than one after a conflict or failure. */
  attempts: number
  /** Milliseconds since the first of the changes began to wait. */
  ms: number
}

/**
 * Why one call to the store failed: it did not answer, it answered what is no such document, or
 * somebody else wrote in between.
 */
export type StoreFailure = 'unavailable' | 'invalid' | 'conflict'

/**
 * Told what happens to documents, each named `<bucket>/<key>`, as it happens: for figures, not for
 * the log. What it throws is of no consequence.
 */
export interface DocumentObserver {
  read?(document: string, outcome: ReadOutcome): void
  commit?(document: string, commit: CommitOutcome): void
  failure?(document: string, kind: StoreFailure): void
}

/** The same for one document, complete and never throwing. */
export interface Observe {
  read(outcome: ReadOutcome): void
  commit(commit: CommitOutcome): void
  failure(kind: StoreFailure): void
}

export function observeDocument(ref: ObjectRef, observer: DocumentObserver = {}): Observe {
  const name = nameOf(ref)
  return {
    read: (outcome) => quietly(() => observer.read?.(name, outcome)),
    commit: (commit) => quietly(() => observer.commit?.(name, commit)),
    failure: (kind) => quietly(() => observer.failure?.(name, kind)),
  }
}

function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // A read or a stored change does not fail because somebody could not count it.
  }
}
