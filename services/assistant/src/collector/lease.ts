import type { LastRun } from '@landscape/contracts/assistant'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { HostFault } from '../host/failure.ts'
import { omitUndefined } from '../usage/report-rows.ts'

const RETRY_MS = 10 * 60_000
/** Maximum clock difference between replicas that does not make a run due. */
const MAX_SKEW_MS = 60_000
const MAX_DOUBLINGS = 10

/**
 * Acquires the lease of the next run when it is due; one of several replicas succeeds. A failed or
 * interrupted run is repeated with exponential backoff.
 *
 * @param by unique id of the process
 * @param now milliseconds since the epoch
 * @param intervalMs between two runs; when absent, a run is due unless one is in progress
 */
export async function takeRun(
  document: StoredDocument<LastRun>,
  { by, now, intervalMs }: { by: string; now: number; intervalMs?: number | undefined },
): Promise<boolean> {
  const { result } = await document.change(
    (last) => {
      if (last && !isDue(last, now, intervalMs)) return { next: last, result: false }
      const failed = last && last.ok !== true ? countFailed(last) : 0
      const next = { startedAt: now, by, ...(failed > 0 && { failed }), ...keptMembers(last) }
      return { next, result: true }
    },
    { by: { actor: 'collector', action: 'acquire the next run' } },
  )
  return result
}

/** The members that outlast a run. */
function keptMembers({ succeededAt, spendFault, repositoriesFault }: Partial<LastRun> = {}) {
  return omitUndefined({ succeededAt, spendFault, repositoriesFault })
}

/** Keeps why the host did not return something; removes the reason after a success. */
export async function keepFault(
  document: StoredDocument<LastRun>,
  name: 'spendFault' | 'repositoriesFault',
  fault: HostFault | undefined,
  now: number,
): Promise<void> {
  await document.change(
    (last = { startedAt: now, by: 'collector' }) => {
      const { [name]: _, ...others } = last
      return { next: fault ? { ...others, [name]: fault } : others, result: undefined }
    },
    { by: { actor: 'collector', action: 'keep why the host did not return something' } },
  )
}

/**
 * Renews the lease; false when another process has acquired it, after which this process must not write.
 *
 * @param now milliseconds since the epoch
 */
export async function renewRun(
  document: StoredDocument<LastRun>,
  { by, now }: { by: string; now: number },
): Promise<boolean> {
  const { result } = await document.change(
    (last = { startedAt: now, by }) =>
      isRunOf(last, by)
        ? { next: { ...last, renewedAt: now }, result: true }
        : { next: last, result: false },
    { by: { actor: 'collector', action: 'renew the lease of a run' } },
  )
  return result
}

/** Records the result of this process's run; does nothing when another process has the lease. */
export async function finishRun(
  document: StoredDocument<LastRun>,
  { by, now, ok }: { by: string; now: number; ok: boolean },
): Promise<void> {
  await document.change((last) => ({ next: ended(last, { by, now, ok }), result: undefined }), {
    by: { actor: 'collector', action: 'end a run' },
  })
}

/** Time of the last successful run in seconds since the epoch: 0 when none, `undefined` when unreadable. */
export async function lastSuccess(document: StoredDocument<LastRun>): Promise<number | undefined> {
  try {
    return ((await document.read())?.value.succeededAt ?? 0) / 1_000
  } catch {
    return undefined
  }
}

interface LeaseOptions {
  /** Unique id of the process. */
  by: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds between two renewals. */
  renewEveryMs: number
  logger: Logger
}

/** A run whose lease this process has. */
interface LeasedRun {
  /** Aborts when another process acquires the lease. */
  lost: AbortSignal
  /** Renews the lease in the store; false when it is lost. */
  renew: () => Promise<boolean>
}

/**
 * Does the work of an acquired run, renews its lease, and records the result.
 *
 * @param work returns whether it succeeded
 * @returns the result of `work`
 */
export async function runWithLease(
  document: StoredDocument<LastRun>,
  { by, now, renewEveryMs, logger }: LeaseOptions,
  work: (run: LeasedRun) => Promise<boolean>,
): Promise<boolean> {
  const lost = new AbortController()
  async function renew(): Promise<boolean> {
    const isRenewed = await renewRun(document, { by, now: now() })
    if (!isRenewed && !lost.signal.aborted) {
      logger.warn('another replica has taken over the collection; this run stops')
      lost.abort()
    }
    return isRenewed
  }
  const heartbeat = setInterval(() => {
    renew().catch((err: unknown) => logger.warn({ err }, 'cannot renew the lease of the run'))
  }, renewEveryMs)
  let ok = false
  try {
    ok = await work({ lost: lost.signal, renew })
    return ok
  } finally {
    clearInterval(heartbeat)
    await finishRun(document, { by, now: now(), ok })
  }
}

function ended(
  last: LastRun | undefined,
  { by, now, ok }: { by: string; now: number; ok: boolean },
): LastRun {
  const success = ok ? { succeededAt: now } : {}
  if (last === undefined) return { startedAt: now, finishedAt: now, by, ok, ...success }
  if (!isRunOf(last, by)) return last
  const { failed = 0, ...begun } = last
  return { ...begun, finishedAt: now, ok, ...success, ...(!ok && { failed: failed + 1 }) }
}

/** Whether the run is of this process and in progress. */
function isRunOf(run: LastRun, by: string): boolean {
  return run.by === by && run.finishedAt === undefined
}

function isDue(last: LastRun, now: number, intervalMs: number | undefined): boolean {
  const { startedAt, finishedAt, renewedAt = startedAt, ok } = last
  if (intervalMs === undefined) {
    return finishedAt !== undefined || Math.abs(now - renewedAt) >= RETRY_MS
  }
  const doublings = Math.min(countFailed(last) - 1, MAX_DOUBLINGS)
  const retryMs = Math.min(intervalMs, RETRY_MS * 2 ** doublings)
  // A renewal in the future of this clock counts as well, since clocks of replicas differ.
  if (finishedAt === undefined) return Math.abs(now - renewedAt) >= retryMs
  // A start in the future indicates a wrong clock and must not block later runs.
  if (startedAt > now + MAX_SKEW_MS) return true
  return ok === true ? now - startedAt >= intervalMs : now - finishedAt >= retryMs
}

/** Counts an unfinished run as failed. */
function countFailed({ failed = 0, finishedAt }: LastRun): number {
  return Math.max(1, finishedAt === undefined ? failed + 1 : failed)
}
