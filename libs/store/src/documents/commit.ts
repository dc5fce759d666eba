import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { jsonBytes } from '../json/json-bytes.ts'
import type { Recorder } from '../history/recorder.ts'
import {
  PreconditionFailed,
  StoreFull,
  StoreUnavailable,
  type ObjectRef,
  type ObjectStore,
} from '../objects/port.ts'
import type { z } from 'zod'
import { applyAll } from './apply-all.ts'
import type { Snapshot } from './snapshot.ts'
import { DocumentInvalid } from './decode.ts'
import type { CommitOutcome, Observe, StoredCommit } from './observe.ts'
import { editsOf, rejectAll, settle, type Pending, type Settled } from './commit-loop.ts'
import type { Reader } from './reader.ts'
import { createMarks, createVersionWriter, marksIn } from './write-version.ts'

interface CommitOptions {
  giveUpAfterMs?: number
  /** Present when the history of the document is recorded. */
  recorder?: Recorder | undefined
  observe: Observe
  now: () => number
}

/** A commit in flight. */
interface Commit<T> {
  /** The changes to apply. */
  batch: Pending<T>[]
  /** The changes left unapplied for lack of time. */
  left: Pending<T>[]
  /** Results sent to the store, by their mark; each may have been stored. */
  sent: Map<string, Settled<T>>
}

/** The outcomes of a batch, and the version that contains them. */
interface Result<T> {
  settled: Settled<T>
  etag: string
  isStored: boolean
}

/** Maximum time (ms) to apply changes, during which the event loop is blocked. */
const APPLY_MS = 100
const BACK_OFF_MS = { first: 5, max: 500 }

/**
 * Commits of one document, one at a time: the changes of a batch are applied in order and written
 * once. After a conflict, a failure or a lost response the commit restarts from the newest version.
 *
 * @returns the changes left unapplied for lack of time; every other change is settled once
 */
export function createCommit<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  reader: Reader<T>,
  { giveUpAfterMs = 8_000, recorder, observe, now }: CommitOptions,
): (batch: readonly Pending<T>[]) => Promise<Pending<T>[]> {
  const attempt = createAttempt(store, ref, schema, reader, { recorder, observe, now })
  let succeededAt = -Infinity
  /** Tag of an unreadable version after a full wait; later changes do not wait for it again. */
  let givenUpOn: string | undefined

  return async function commit(all) {
    const { batch, left, sent }: Commit<T> = { batch: [...all], left: [], sent: new Map() }
    // A change that waited behind an outage has the rest of its time and at least one attempt.
    const until = Math.max(since(batch, now), succeededAt) + giveUpAfterMs
    const report = (outcome: CommitOutcome['outcome'], attempts: number, stored?: StoredCommit) =>
      observe.commit({
        outcome,
        changes: batch.length,
        attempts,
        ms: now() - since(batch, now),
        ...(stored && { stored }),
      })
    for (let attempts = 1; ; attempts++) {
      try {
        const { settled, etag, isStored } = await attempt({ batch, left, sent })
        if (isStored) report('stored', attempts, { etag, by: authorsOf(batch, settled) })
        else report('unchanged', attempts)
        settle(batch, settled, etag)
        succeededAt = now()
        givenUpOn = undefined
        return left
      } catch (error) {
        const isKnown = error instanceof DocumentInvalid && error.etag === givenUpOn
        if (!isTransient(error) || isKnown || now() >= until) {
          if (error instanceof DocumentInvalid) givenUpOn = error.etag
          report('given-up', attempts)
          rejectAll(batch, errorForCallers(error))
          return left
        }
      }
      await sleep(backOffMs(attempts))
    }
  }
}

/** One attempt at a commit: reads the document, applies the changes and stores the result. */
function createAttempt<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  reader: Reader<T>,
  { recorder, observe, now }: Omit<CommitOptions, 'giveUpAfterMs'>,
) {
  const marks = createMarks()
  const writeVersion = createVersionWriter<T>(store, ref, { recorder, observe })

  return async function attempt({ batch, left, sent }: Commit<T>): Promise<Result<T>> {
    const base = await reader.load()
    const landed = landedIn(base, sent)
    if (landed) return landed
    const until = now() + APPLY_MS
    // A batch that was sent once stays together, because it may have been stored.
    const isOver = () => sent.size === 0 && now() >= until
    const isRecorded = recorder !== undefined
    const { outcomes, value } = applyAll(ref, schema, batch, base?.value, { isOver, isRecorded })
    left.unshift(...batch.splice(outcomes.length))
    const edits = editsOf(batch, outcomes)
    // Changes of a batch may cancel each other out; a history records each of them.
    if (edits.length === 0 && isSame(value, base)) {
      return { settled: { outcomes, changes: [] }, etag: base?.etag ?? '', isStored: false }
    }
    const mark = marks.next()
    let settled: Settled<T> = { outcomes, changes: [] }
    const snapshot = await writeVersion(base, {
      value,
      text: jsonBytes(value),
      edits,
      mark,
      onRecorded(changes) {
        settled = { outcomes, changes }
        sent.set(mark, settled)
      },
    })
    reader.adopt(snapshot, mark)
    return { settled, etag: snapshot.etag, isStored: true }
  }
}

/** The result of an earlier attempt that was stored although its response was lost. */
function landedIn<T>(
  base: Snapshot<T> | undefined,
  sent: ReadonlyMap<string, Settled<T>>,
): Result<T> | undefined {
  const [settled] = marksIn(base?.meta).flatMap((mark) => sent.get(mark) ?? [])
  return base && settled && { settled, etag: base.etag, isStored: true }
}

function isSame<T>(value: T | undefined, base: Snapshot<T> | undefined): boolean {
  if (value === base?.value) return true
  return base !== undefined && jsonBytes(value).equals(jsonBytes(base.value))
}

/** When the oldest of the changes was queued. */
function since<T>(batch: readonly Pending<T>[], now: () => number): number {
  return batch[0]?.since ?? now()
}

function authorsOf<T>(batch: readonly Pending<T>[], { outcomes }: Settled<T>): StoredCommit['by'] {
  return batch
    .filter((_, i) => outcomes[i]?.ok)
    .map(({ by: { actor, action, traceId } }) => ({ actor, action, traceId }))
}

/** Whether a retry may succeed; a body that was truncated in transit is unreadable only once. */
function isTransient(error: unknown): boolean {
  if (error instanceof StoreFull) return false
  return [PreconditionFailed, StoreUnavailable, DocumentInvalid].some(
    (kind) => error instanceof kind,
  )
}

/** The error that callers receive; a bug is returned as is. */
function errorForCallers(cause: unknown): unknown {
  if (cause instanceof DocumentInvalid) {
    const message = 'The stored document is damaged and must be repaired before it can be changed'
    return new DomainError('failed', message, { cause })
  }
  if (cause instanceof StoreFull) {
    return new DomainError('insufficient-storage', 'The store is full', { cause, reason: 'disk' })
  }
  if (!isTransient(cause)) return cause
  const message =
    cause instanceof PreconditionFailed
      ? 'The document is changing too often; try again'
      : 'Storage is not reachable'
  return new DomainError('unavailable', message, { cause, retryAfter: 5 })
}

/** Full jitter, so that writers that collided once do not collide again. */
function backOffMs(attempts: number): number {
  return Math.random() * Math.min(BACK_OFF_MS.max, BACK_OFF_MS.first * 2 ** attempts)
}
