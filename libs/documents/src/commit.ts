import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@landscape/errors'
import type { Recorder } from '@landscape/history'
import {
  PreconditionFailed,
  StoreFull,
  StoreUnavailable,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/object-store'
import type { z } from 'zod'
import { applyAll } from './apply-all.ts'
import { createMarks, marksIn, withMark } from './commit-marks.ts'
import { DocumentInvalid } from './decode.ts'
import { writeItems, type ItemText } from './item-text.ts'
import { laidOut } from './layout.ts'
import type { CommitOutcome, Observe, StoredCommit } from './observe.ts'
import { answer, editsOf, rejectAll, type Pending, type Settled } from './pending.ts'
import type { Reader, Snapshot } from './reader.ts'

export interface CommitOptions {
  giveUpAfterMs?: number
  /** Of a document whose history is kept. */
  recorder?: Recorder | undefined
  observe: Observe
  now: () => number
}

/** What the attempts at one commit share. */
interface Attempt<T> {
  /** The changes for which there was no time. */
  left: Pending<T>[]
  /** What was sent under each mark: it may have been stored. */
  sent: Map<string, Settled<T>>
  attempts: number
}

/** A commit applies changes for so long; the process serves nobody else meanwhile. */
const APPLY_MS = 100
const BACK_OFF_MS = { first: 5, max: 500 }

/**
 * Commits of one document, one at a time: the changes of a batch are applied in order and written
 * once; after a conflict, a failure or a lost reply it begins again with what is stored then.
 *
 * @returns for each batch those of its changes for which there was no time; the callers of all others
 *   are answered, each once
 */
export function createCommit<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  reader: Reader<T>,
  { giveUpAfterMs = 8_000, recorder, observe, now }: CommitOptions,
): (batch: readonly Pending<T>[]) => Promise<Pending<T>[]> {
  const marks = createMarks()
  /** The text before the one that was stored last, when nobody can be holding it any more. */
  let spare: ItemText | undefined
  let succeededAt = -Infinity
  /** Tag of an unreadable version that was waited for in vain; the next changes do not wait again. */
  let givenUpOn: string | undefined

  async function commit(all: readonly Pending<T>[]): Promise<Pending<T>[]> {
    const batch = [...all]
    const left: Pending<T>[] = []
    // Patience counts from the change that has waited longest, or from the last commit: who waited
    // behind an outage gets what is left of it, and one attempt at least, but nobody pays for others
    // whose turn came first. Later ones of the batch share its fate.
    const until = Math.max(since(batch), succeededAt) + giveUpAfterMs
    const sent = new Map<string, Settled<T>>()
    for (let attempts = 1; ; attempts++) {
      try {
        await attempt(batch, { left, sent, attempts })
        succeededAt = now()
        return left
      } catch (error) {
        const isKnown = error instanceof DocumentInvalid && error.etag === givenUpOn
        if (!mayPass(error) || isKnown || now() >= until) {
          if (error instanceof DocumentInvalid) givenUpOn = error.etag
          report(batch, 'given-up', attempts)
          rejectAll(batch, givenUp(error))
          return left
        }
      }
      await sleep(backOff(attempts))
    }
  }

  async function attempt(batch: Pending<T>[], { left, sent, attempts }: Attempt<T>): Promise<void> {
    const base = await reader.load()
    givenUpOn = undefined
    const landed = marksIn(base?.meta).flatMap((mark) => sent.get(mark) ?? [])[0]
    if (base && landed) {
      // The reply of an earlier attempt was lost, but not the write.
      settle(batch, landed, base.etag, attempts)
      return
    }
    const until = now() + APPLY_MS
    // What was sent once stays together: it may have been stored.
    const isOver = () => sent.size === 0 && now() >= until
    const { outcomes, value } = applyAll(ref, schema, batch, base?.value, {
      isOver,
      isRecorded: recorder !== undefined,
    })
    left.unshift(...batch.splice(outcomes.length))
    const edits = editsOf(batch, outcomes)
    // Changes of a batch may come out where they began; where a history is kept, each is recorded.
    const isTouched = edits.length > 0 || value !== base?.value
    const before = isTouched && base ? exactText(base) : undefined
    const free = spare
    // What an attempt wrote that fails may still be on its way: it is never written over.
    spare = undefined
    const text = isTouched ? writeItems(value, before, free) : undefined
    if (!text || (edits.length === 0 && before?.bytes.equals(text.bytes))) {
      report(batch, 'unchanged', attempts)
      answer(batch, { outcomes, changes: [] }, base?.etag ?? '')
      return
    }
    // Before the version is stored: a record that no version names speaks of nothing that happened.
    const version = { value: undefined, ...base, text: before?.bytes }
    const next = { text: text.bytes, value }
    const recorded = recorder && (await counted(recorder.record(version, edits, next)))
    const mark = marks.next()
    const settled = { outcomes, changes: recorded?.changes ?? [] }
    sent.set(mark, settled)
    const meta = { ...withMark(base?.meta, mark), ...recorded?.meta }
    const condition = base ? { ifMatch: base.etag } : ({ absent: true } as const)
    const body = laidOut(next, base?.layout)
    const { etag } = await counted(store.put(ref, body, condition, meta))
    const layout = base?.layout && { layout: base.layout }
    reader.adopt({ value, etag, meta, itemText: text, ...layout }, mark)
    spare = before
    recorded?.stored(etag)
    settle(batch, settled, etag, attempts)
  }

  /** Counts a write to the store that fails. */
  async function counted<R>(call: Promise<R>): Promise<R> {
    try {
      return await call
    } catch (error) {
      observe.failure(error instanceof PreconditionFailed ? 'conflict' : 'unavailable')
      throw error
    }
  }

  function settle(
    batch: readonly Pending<T>[],
    settled: Settled<T>,
    etag: string,
    attempts: number,
  ): void {
    answer(batch, settled, etag)
    const by = batch
      .filter((_, i) => settled.outcomes[i]?.ok)
      .map(({ by: { actor, action, traceId } }) => ({ actor, action, traceId }))
    report(batch, 'stored', attempts, { etag, by })
  }

  function report(
    batch: readonly Pending<T>[],
    outcome: CommitOutcome['outcome'],
    attempts: number,
    stored?: StoredCommit,
  ): void {
    const ms = now() - since(batch)
    const told = { outcome, changes: batch.length, attempts, ms }
    observe.commit(stored ? { ...told, stored } : told)
  }

  /** When the first of them began to wait. */
  function since(batch: readonly Pending<T>[]): number {
    return batch[0]?.since ?? now()
  }

  return commit
}

/** What `JSON.stringify` makes of a version, which others may have written in another way. */
function exactText({ value, itemText }: Pick<Snapshot<unknown>, 'value' | 'itemText'>): ItemText {
  return itemText?.isExact && !itemText.isSpent ? itemText : writeItems(value)
}

/** Whether the next attempt may find it better: also an answer may have been cut on the way. */
function mayPass(error: unknown): boolean {
  if (error instanceof StoreFull) return false
  return [PreconditionFailed, StoreUnavailable, DocumentInvalid].some(
    (kind) => error instanceof kind,
  )
}

/** What the callers are told; a fault of the program stays what it is. */
function givenUp(cause: unknown): unknown {
  if (cause instanceof DocumentInvalid) {
    const text = 'The stored document is damaged and has to be mended before it can be changed'
    return new DomainError('failed', text, { cause })
  }
  if (cause instanceof StoreFull) {
    return new DomainError('insufficient-storage', 'The store is full', { cause, reason: 'disk' })
  }
  if (!mayPass(cause)) return cause
  const text =
    cause instanceof PreconditionFailed
      ? 'The document is changed too often, try again'
      : 'Storage is not reachable'
  return new DomainError('unavailable', text, { cause, retryAfter: 5 })
}

/** Full jitter: writers that collided once must not collide again in step. */
function backOff(attempts: number): number {
  return Math.random() * Math.min(BACK_OFF_MS.max, BACK_OFF_MS.first * 2 ** attempts)
}
