import type { z } from 'zod'
import { createCommitLoop, type Commit } from './commit-loop.ts'
import type { Actor, Committed } from './pending.ts'
import { observeDocument, type DocumentObserver } from './observe.ts'
import { createReader, type Snapshot } from './reader.ts'
import type { ObjectRef, ObjectStore } from '@landscape/object-store'

export interface DocumentOptions {
  /** Milliseconds for which a read may be answered without asking the store; 0 = strictly fresh. */
  readMaxAgeMs?: number
  /** Seconds for which the last good copy is served while the present one cannot be read. */
  staleIfErrorSeconds?: number
  /** Milliseconds after which a change that cannot be stored is given up. */
  giveUpAfterMs?: number
  /** Told of every version this process wrote, and of whom it was for. */
  onCommit?: (commit: Commit) => void
  /**
   * Told once when this document can no longer be read, with the reason: the store is away, or what
   * lies there is invalid.
   */
  onOutage?: (error: unknown) => void
  /** Told of reads, commits and failures of the store, for figures. */
  observe?: DocumentObserver
  /** Milliseconds of a clock that is never set: ages and waits must not jump with the time of day. */
  now?: () => number
}

/** One stored JSON document. */
export interface StoredDocument<T> {
  readonly ref: ObjectRef
  /**
   * The document as the store has it now; `undefined` when there is no such key. Concurrent reads
   * share store calls, but never one that began before the read.
   *
   * @throws DocumentInvalid when what is stored is no such document and no recent copy is at hand
   * @throws DomainError `unavailable` when the store is away and no recent copy is at hand
   */
  read(): Promise<Snapshot<T> | undefined>
  /**
   * Applies a pure change to the newest version and stores the result, together with the other
   * changes that wait. Resolves only when the store has acknowledged.
   *
   * @param change gets the frozen current value (`undefined`: no such key) and returns the next;
   *   it may run several times, and what it throws rejects only its own caller
   * @param by who changes what, for the audit log
   * @throws DomainError `unavailable` when the store stays away: the change may have been stored;
   *   `failed` when what is stored stays unreadable: nothing is ever written over it
   */
  change(change: (current: T | undefined) => T, by: Actor): Promise<Committed<T>>
}

/** The document at `ref`; make one per process and document, since it holds cache and queue. */
export function createDocument<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  { observe, now = () => performance.now(), ...options }: DocumentOptions = {},
): StoredDocument<T> {
  const tools = { observe: observeDocument(ref, observe), now }
  const reader = createReader(store, ref, schema, { ...options, ...tools })
  const commits = createCommitLoop(store, ref, schema, reader, { ...options, ...tools })
  return {
    ref,
    read: () => reader.read(),
    change: (change, by) => commits.change(change, by),
  }
}
