import { createPredecessors } from '../history/predecessors.ts'
import { createRecorder, type RecordedChange, type RecorderOptions } from '../history/recorder.ts'
import { forget } from '../history/forget.ts'
import { headOf, type Version } from '../history/head.ts'
import { openArchive } from '../history/archive.ts'
import { pastOf, type Past } from '../history/past.ts'
import { StoreUnavailable, type ObjectRef, type ObjectStore } from '../objects/port.ts'
import type { z } from 'zod'
import type { Changed } from './apply-all.ts'
import { createCommit } from './commit.ts'
import { createCommitLoop } from './commit-loop.ts'
import { assertIfMatch, entityTag } from './entity-tag.ts'
import { observeDocument, type DocumentObserver } from './observe.ts'
import type { Actor, Committed } from './pending.ts'
import { pastWithDomainErrors } from './past-errors.ts'
import type { Snapshot } from './copy.ts'
import { createReader } from './reader.ts'

export interface DocumentOptions {
  /** Milliseconds for which a read may be answered without asking the store; 0 = strictly fresh. */
  readMaxAgeMs?: number
  /** Seconds for which the last good copy is served while the present one cannot be read. */
  staleIfErrorSeconds?: number
  /** How many questions of readers to the store may be under way, begun a few milliseconds apart; 4. */
  maxRequests?: number
  /** Milliseconds after which a change that cannot be stored is given up. */
  giveUpAfterMs?: number
  observers?: readonly DocumentObserver[]
  /** Under which name its history is kept; none is when absent. */
  history?: string
  /** The time of day in milliseconds since the epoch, for the history. */
  clock?: () => number
  /** Milliseconds of a clock that is never set: ages and waits must not jump with the time of day. */
  now?: () => number
}

/** Who makes a change, and on which state. */
export interface ChangeOptions<T> {
  /** For the log of changes. */
  by: Actor
  /** An `If-Match` header: the tags of the states that the caller would change (RFC 9110 §13.1.1). */
  ifMatch?: string | undefined
  /**
   * What of the document such a tag names; the whole of it when absent. What it throws refuses the
   * change; `undefined` is a state that has no tag.
   */
  tagged?: (current: T | undefined) => unknown
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
   * @param change gets the frozen current value (`undefined`: no such key) and returns the next one
   *   and what its caller wants to know; it may run several times, and what it throws rejects only
   *   its own caller
   * @throws DomainError `precondition-failed` when the version that would be written on is not one
   *   that `ifMatch` names; `unavailable` when the store stays away: the change may have been
   *   stored; `failed` when what is stored stays unreadable: nothing is ever written over it
   */
  change<R = undefined>(
    change: (current: T | undefined) => Changed<T, R>,
    options: ChangeOptions<T>,
  ): Promise<Committed<T, R>>
  /**
   * What happened up to the version in the store now, or up to one that was read.
   *
   * @throws Error when the history of this document is not kept
   * @throws DomainError as `read`
   */
  past(version?: Snapshot<T>): Promise<Past>
  /**
   * Id of the newest earlier change of the project that a change altered. Reads no more of the history
   * than its last block, however long it is; what cannot be read is reported to the observers.
   *
   * @returns `undefined` when none is known
   */
  predecessor(change: RecordedChange): Promise<string | undefined>
  /**
   * Forgets what was changed before an instant, and by whom.
   *
   * @param before milliseconds since the epoch
   * @returns how many records of the history went
   * @throws Error when the history of this document is not kept
   * @throws DomainError as `read`; StoreUnavailable
   */
  forget(before: number): Promise<number>
}

/** The document at `ref`; make one per process and document, since it holds cache and queue. */
export function createDocument<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  {
    observers,
    history,
    clock = () => Date.now(),
    now = () => performance.now(),
    ...options
  }: DocumentOptions = {},
): StoredDocument<T> {
  const observe = observeDocument(ref, observers)
  const tools = { observe, now }
  const recording = { clock, onFailure: (error: unknown) => observe.historyFailure(error) }
  const kept = history === undefined ? undefined : openHistory(store, ref, history, recording)
  const reader = createReader(store, ref, schema, { ...options, ...tools })
  const commit = createCommit(store, ref, schema, reader, {
    ...options,
    ...tools,
    recorder: kept?.recorder,
  })
  const commits = createCommitLoop(commit, now)
  return {
    ref,
    read: () => reader.read(),
    async change<R>(
      change: (current: T | undefined) => Changed<T, R>,
      { by, ifMatch, tagged = (current) => current }: ChangeOptions<T>,
    ) {
      const apply = (current: T | undefined) => {
        if (ifMatch !== undefined) assertIfMatch(ifMatch, tagOfState(tagged(current)))
        return change(current)
      }
      return (await commits.change(apply, by)) as Committed<T, R>
    },
    async past(version) {
      const snapshot = version ?? (await reader.read())
      return pastWithDomainErrors(archived(kept).past(snapshot ?? { value: undefined }))
    },
    async predecessor(change) {
      try {
        return await kept?.predecessors.of(change)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) observe.historyFailure(error)
        return undefined
      }
    },
    async forget(before) {
      return archived(kept).forget((await reader.read()) ?? { value: undefined }, before)
    },
  }
}

function archived<K>(kept: K | undefined): K {
  if (!kept) throw new Error('The history of this document is not kept')
  return kept
}

/** What is folded is read once: of a document that is only edited hardly any of its history is held. */
const FOLDING_BYTES = 4 * 2 ** 20

function openHistory(
  store: ObjectStore,
  { bucket }: ObjectRef,
  name: string,
  recording: Omit<RecorderOptions, 'document'>,
) {
  const archive = openArchive(store, bucket, name)
  const folding = openArchive(store, bucket, name, { cacheSize: FOLDING_BYTES })
  const predecessors = createPredecessors(folding)
  return {
    recorder: createRecorder(folding, {
      document: name,
      ...recording,
      onStored: (stored) => predecessors.add(stored),
    }),
    predecessors,
    past: async (base: Version) => pastOf(archive, name, await headOf(archive, base)),
    async forget(base: Version, before: number) {
      try {
        return await forget(archive, await headOf(archive, base), before)
      } finally {
        predecessors.clear()
      }
    },
  }
}

function tagOfState(state: unknown): string | undefined {
  return state === undefined ? undefined : entityTag(state)
}
