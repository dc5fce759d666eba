import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@landscape/errors'
import type { z } from 'zod'
import { applyAll, type Outcome } from './apply-all.ts'
import { DocumentInvalid } from './decode.ts'
import { PreconditionFailed, type Meta, type ObjectRef, type ObjectStore } from './port.ts'
import type { Reader } from './reader.ts'

/** Who changes a document, by stable id (never an e-mail: it is logged), and what they do. */
export interface Actor {
  actor: string
  action: string
}

export interface Committed<T> {
  /** The document right after this caller's change. */
  value: T
  /** Version in the store that holds the change. */
  etag: string
}

/** One version that was written. */
export interface Commit {
  ref: ObjectRef
  etag: string
  changes: readonly Actor[]
  attempts: number
}

export interface CommitOptions {
  giveUpAfterMs?: number
  onCommit?: (commit: Commit) => void
}

interface Pending<T> {
  apply: (current: T | undefined) => T
  by: Actor
  resolve: (committed: Committed<T>) => void
  reject: (error: unknown) => void
}

/** Changes that may wait for one document; more are refused rather than piled up. */
const MAX_WAITING = 20_000
/** After a commit, more changes are awaited until none came for a while, or this long in all. */
const QUIET_MS = 4
const GATHER_MS = 100
const BACK_OFF_MS = { first: 5, most: 500 }
/** As many ids as fit into S3's 2 KB of metadata with room to spare. */
const REMEMBERED_COMMITS = 48

/** Group commits of one document: whatever waits is applied in order and written once. */
export function createCommitLoop<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  reader: Reader<T>,
  { giveUpAfterMs = 8_000, onCommit }: CommitOptions,
) {
  let queue: Pending<T>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    try {
      while (queue.length > 0) {
        const batch = queue
        queue = []
        await commit(batch)
        await gather()
      }
    } finally {
      running = false
    }
  }

  /**
   * Lets concurrent changes arrive, so that many of them cost one write. Also when none waits yet:
   * a store that answers at once leaves no time in which the next request could have been read.
   */
  async function gather(): Promise<void> {
    const until = performance.now() + GATHER_MS
    let seen
    do {
      seen = queue.length
      await sleep(QUIET_MS)
    } while (queue.length !== seen && performance.now() < until)
  }

  /** Stores one batch; every caller in it is answered exactly once. */
  async function commit(batch: readonly Pending<T>[]): Promise<void> {
    const until = performance.now() + giveUpAfterMs
    const sent = new Map<string, readonly Outcome<T>[]>()
    let failure: unknown
    for (let attempt = 1; attempt === 1 || performance.now() < until; attempt++) {
      if (attempt > 1) await sleep(backOff(attempt))
      try {
        const base = await reader.load()
        const landed = commitsOf(base).find((id) => sent.has(id))
        if (base && landed !== undefined) {
          // The reply of an earlier attempt was lost, but not the write.
          settle(batch, sent.get(landed) ?? [], base.etag, attempt)
          return
        }
        const { outcomes, body, value } = applyAll(ref, schema, batch, base?.value)
        if (body === undefined) {
          answer(batch, outcomes, base?.etag ?? '')
          return
        }
        const id = randomBytes(12).toString('base64url')
        sent.set(id, outcomes)
        const meta = { commits: [...commitsOf(base), id].slice(-REMEMBERED_COMMITS).join(' ') }
        const condition = base ? { ifMatch: base.etag } : ({ absent: true } as const)
        const { etag } = await store.put(ref, body, condition, meta)
        reader.adopt({ value, etag, meta })
        settle(batch, outcomes, etag, attempt)
        return
      } catch (error) {
        if (error instanceof DocumentInvalid) {
          for (const { reject } of batch) reject(error)
          return
        }
        failure = error
      }
    }
    const text =
      failure instanceof PreconditionFailed
        ? 'The document is changed too often, try again'
        : 'Storage is not reachable'
    const error = new DomainError('unavailable', text, { cause: failure, retryAfter: 5 })
    for (const { reject } of batch) reject(error)
  }

  function settle(
    batch: readonly Pending<T>[],
    outcomes: readonly Outcome<T>[],
    etag: string,
    attempts: number,
  ): void {
    const changes = batch.filter((_, i) => outcomes[i]?.ok).map(({ by }) => by)
    onCommit?.({ ref, etag, changes, attempts })
    answer(batch, outcomes, etag)
  }

  return {
    change(apply: (current: T | undefined) => T, by: Actor): Promise<Committed<T>> {
      if (queue.length >= MAX_WAITING) {
        const text = 'Too many changes are waiting'
        return Promise.reject(new DomainError('unavailable', text, { retryAfter: 2 }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Committed<T>>()
      queue.push({ apply, by, resolve, reject })
      if (!running) void run()
      return promise
    },
  }
}

function answer<T>(
  batch: readonly Pending<T>[],
  outcomes: readonly Outcome<T>[],
  etag: string,
): void {
  for (const [i, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[i]
    if (outcome?.ok) resolve({ value: outcome.value, etag })
    else reject(outcome?.error)
  }
}

function commitsOf(snapshot: { meta: Meta } | undefined): string[] {
  return snapshot?.meta['commits']?.split(' ') ?? []
}

/** Full jitter: writers that collided once must not collide again in step. */
function backOff(attempt: number): number {
  return Math.random() * Math.min(BACK_OFF_MS.most, BACK_OFF_MS.first * 2 ** (attempt - 1))
}
