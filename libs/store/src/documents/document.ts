import { createRecorder, type RecorderOptions } from '../history/recorder.ts'
import { forget } from '../history/forget.ts'
import { headOf, type Version } from '../history/head.ts'
import { openArchive } from '../history/archive.ts'
import { jsonBytes } from '../json/json-bytes.ts'
import type { ClockJump } from '../history/record-time.ts'
import { pastOf, type Past } from '../history/past.ts'
import type { ObjectRef, ObjectStore } from '../objects/port.ts'
import type { z } from 'zod'
import type { Changed } from './apply-all.ts'
import { createCommit } from './commit.ts'
import { createCommitLoop, type Actor, type Committed } from './commit-loop.ts'
import { assertIfMatch, entityTag } from './entity-tag.ts'
import { observeDocument, type DocumentObserver } from './observe.ts'
import { pastWithDomainErrors, toCaller } from './past-errors.ts'
import type { Snapshot } from './snapshot.ts'
import { createReader } from './reader.ts'

export interface DocumentOptions {
  /** Maximum age (s) of the last good copy that is served while the store cannot be read. */
  staleIfErrorSeconds?: number
  /** Maximum number of concurrent store calls for reads; 4. */
  maxRequests?: number
  /** Time (ms) after which a change that cannot be stored is rejected. */
  giveUpAfterMs?: number
  observers?: readonly DocumentObserver[]
  model?: DocumentModel | undefined
  /** Name of the history; no history is recorded when absent. */
  history?: string
  /** Wall-clock time (ms since the epoch), for the history. */
  clock?: () => number
  /** Monotonic time (ms), for ages and time-outs. */
  now?: () => number
}

/** The requirements of every version of a document. */
export interface DocumentModel {
  /**
   * Adds what a version lacks. Readers see the completed value, and the next write stores it. Pure; returns
   * the same value when nothing is missing.
   */
  complete: (value: unknown) => unknown
}

/** The actor and the precondition of a change. */
export interface ChangeOptions<T> {
  /** For the log and the history. */
  by: Actor
  /** An `If-Match` header: the entity tags of the states that may be changed (RFC 9110 §13.1.1). */
  ifMatch?: string | undefined
  /**
   * Selects the part of the document that the tags identify; the complete document when absent. An error
   * that it throws rejects the change; `undefined` is a state without a tag.
   */
  tagged?: (current: T | undefined) => unknown
}

/** One stored JSON document. */
export interface StoredDocument<T> {
  readonly ref: ObjectRef
  /** Adds what the model of the document requires; see `DocumentModel`. */
  complete(value: T): T
  /**
   * The current version; `undefined` when the key does not exist. Concurrent reads share store calls, but
   * never one that began before the read.
   *
   * @throws DocumentInvalid when the stored document is invalid and no recent copy is cached
   * @throws DomainError `unavailable` when the store is unavailable and no recent copy is cached
   */
  read(): Promise<Snapshot<T> | undefined>
  /**
   * Applies a pure change to the newest version and stores the result, together with other queued changes.
   * Resolves when the store has acknowledged the write.
   *
   * @param change receives the frozen present value (`undefined`: the key does not exist) and returns the
   *   next value and a result; it may run several times, and an error that it throws rejects only its own
   *   caller
   * @throws DomainError `precondition-failed` when `ifMatch` does not match the version to be replaced;
   *   `unavailable` when the store stays unavailable: the change may have been stored; `failed` when the
   *   stored version stays unreadable: it is never overwritten
   */
  change<R = undefined>(
    change: (current: T | undefined) => Changed<T, R>,
    options: ChangeOptions<T>,
  ): Promise<Committed<T, R>>
  /**
   * The history up to the current version, or up to the given one.
   *
   * @throws Error when the history of this document is not recorded
   * @throws DomainError as `read`
   */
  past(version?: Snapshot<T>): Promise<Past>
  /**
   * Stores the document as it was at an instant, so that `past().stateAt` returns it when its records are deleted.
   *
   * @param instant milliseconds since the epoch
   * @param version the document at this instant, if it is known: a document without changes has no history
   * @returns false when the document did not exist, or its history began later
   * @throws as `past` and `change`
   */
  keep(instant: number, version?: { value: unknown }): Promise<boolean>
  /** The instants that `keep` stored. */
  keptInstants(): Promise<number[]>
  /** Removes what `keep` stored. */
  dropKept(instant: number): Promise<void>
  /**
   * Deletes the history records from before an instant.
   *
   * @param before milliseconds since the epoch
   * @returns the number of deleted records
   * @throws Error when the history of this document is not recorded
   * @throws DomainError as `read`; StoreUnavailable
   */
  forget(before: number): Promise<number>
}

/** Opens the document at `ref`, once per process: the returned object has the cache and the queue. */
export function createDocument<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  {
    observers,
    model,
    history,
    clock = () => Date.now(),
    now = () => performance.now(),
    ...options
  }: DocumentOptions = {},
): StoredDocument<T> {
  const observe = observeDocument(ref, observers)
  const tools = { observe, now }
  const complete = (value: T) => (model ? (model.complete(value) as T) : value)
  const recording = {
    clock,
    complete: model?.complete,
    storeClock: () => store.now?.(),
    onJump: (jump: ClockJump) => observe.clockJump(jump),
    onFailure: (error: unknown) => observe.historyFailure(error),
  }
  const kept = history === undefined ? undefined : openHistory(store, ref, history, recording)
  const reader = createReader(store, ref, schema, { ...options, ...tools, complete })
  const commit = createCommit(store, ref, schema, reader, {
    ...options,
    ...tools,
    recorder: kept?.recorder,
  })
  const commits = createCommitLoop(commit, now)
  const present = async (): Promise<Version> => (await reader.read()) ?? { value: undefined }
  return {
    ref,
    complete,
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
    past: async (version) => archived(kept).past(version ?? (await present())),
    keep: async (instant, version) => archived(kept).keep(await present(), instant, version),
    keptInstants: async () => archived(kept).archive.keptInstants(),
    dropKept: async (instant) => archived(kept).archive.dropKept(instant),
    forget: async (before) => archived(kept).forget(await present(), before),
  }
}

function archived<K>(kept: K | undefined): K {
  if (!kept) throw new Error('The history of this document is not recorded')
  return kept
}

/** Cache size (characters) for writes, which read each record once. */
const WRITE_CACHE_SIZE = 4 * 2 ** 20

function openHistory(
  store: ObjectStore,
  { bucket }: ObjectRef,
  name: string,
  recording: Omit<RecorderOptions, 'document'>,
) {
  const archive = openArchive(store, bucket, name)
  const writing = openArchive(store, bucket, name, { cacheSize: WRITE_CACHE_SIZE })
  const past = (base: Version) =>
    pastWithDomainErrors(headOf(archive, base).then((head) => pastOf(archive, name, head)))
  return {
    archive,
    recorder: createRecorder(writing, { document: name, ...recording }),
    past,
    async keep(base: Version, instant: number, known: { value: unknown } | undefined) {
      const state = known ?? (await (await past(base)).stateAt(instant))
      if (state?.value === undefined) return false
      await archive.keep(instant, jsonBytes(state.value)).catch((error: unknown) => {
        throw toCaller(error)
      })
      return true
    },
    forget: async (base: Version, before: number) =>
      forget(archive, await headOf(archive, base), before),
  }
}

function tagOfState(state: unknown): string | undefined {
  return state === undefined ? undefined : entityTag(state)
}
