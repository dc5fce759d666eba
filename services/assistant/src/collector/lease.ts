import type { LastRun } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Logger } from '@landscape/logging'

const RETRY_MS = 10 * 60_000
/** Clocks of replicas may differ by so much without making a run due. */
const SKEW_MS = 60_000
const MAX_DOUBLINGS = 10

/**
 * Takes the next run for this process when it is due; of several replicas one gets it. A run that
 * failed or never ended is repeated sooner, each time after twice as long.
 *
 * @param by unlike that of any other process
 * @param now milliseconds since the epoch
 * @param intervalMs between two runs; absent: one is due whenever none is under way
 */
export async function takeRun(
  document: StoredDocument<LastRun>,
  { by, now, intervalMs }: { by: string; now: number; intervalMs?: number | undefined },
): Promise<boolean> {
  const { result } = await document.change(
    (last) => {
      if (last && !isDue(last, now, intervalMs)) return { next: last, result: false }
      const failed = last && last.ok !== true ? countFailed(last) : 0
      const { succeededAt } = last ?? {}
      const known = succeededAt === undefined ? {} : { succeededAt }
      const next = { startedAt: now, by, ...(failed > 0 && { failed }), ...known }
      return { next, result: true }
    },
    { by: { actor: 'collector', action: 'take the next run' } },
  )
  return result
}

/**
 * Says that this process's run goes on. False when it has been taken over: then it must not write.
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
    { by: { actor: 'collector', action: 'go on with a run' } },
  )
  return result
}

/** Records how this process's run ended; does nothing when another one has begun meanwhile. */
export async function finishRun(
  document: StoredDocument<LastRun>,
  { by, now, ok }: { by: string; now: number; ok: boolean },
): Promise<void> {
  await document.change((last) => ({ next: ended(last, { by, now, ok }), result: undefined }), {
    by: { actor: 'collector', action: 'end a run' },
  })
}

/** When a run last ended well, in seconds since the epoch; 0 when none has, `undefined` when that cannot be read. */
export async function lastSuccess(document: StoredDocument<LastRun>): Promise<number | undefined> {
  try {
    return ((await document.read())?.value.succeededAt ?? 0) / 1_000
  } catch {
    return undefined
  }
}

interface HoldOptions {
  /** Unlike that of any other process. */
  by: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds between two signs of life. */
  renewEveryMs: number
  logger: Logger
}

/** A run that this process has taken. */
interface HeldRun {
  /** Aborts when another process has taken it over. */
  lost: AbortSignal
  /** Whether it is still this process's own; asked of the store. */
  isOurs: () => Promise<boolean>
}

/**
 * Does the work of a run that was taken, gives signs of life meanwhile, and records how it ended.
 *
 * @param work returns whether all went well
 * @returns the same
 */
export async function holdRun(
  document: StoredDocument<LastRun>,
  { by, now, renewEveryMs, logger }: HoldOptions,
  work: (run: HeldRun) => Promise<boolean>,
): Promise<boolean> {
  const lost = new AbortController()
  async function isOurs(): Promise<boolean> {
    const isRenewed = await renewRun(document, { by, now: now() })
    if (!isRenewed && !lost.signal.aborted) {
      logger.warn('another replica has taken over collecting: nothing more is stored')
      lost.abort()
    }
    return isRenewed
  }
  const heartbeat = setInterval(() => {
    isOurs().catch((err: unknown) => logger.warn({ err }, 'the run could not be renewed'))
  }, renewEveryMs)
  let ok = false
  try {
    ok = await work({ lost: lost.signal, isOurs })
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

/** Whether it is a run of this process, and under way. */
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
  // Clocks of replicas differ: a sign of life from the future is one all the same, for as long.
  if (finishedAt === undefined) return Math.abs(now - renewedAt) >= retryMs
  // A clock was wrong: waiting for that time could take for ever.
  if (startedAt > now + SKEW_MS) return true
  return ok === true ? now - startedAt >= intervalMs : now - finishedAt >= retryMs
}

/** One that did not end counts as well. */
function countFailed({ failed = 0, finishedAt }: LastRun): number {
  return Math.max(1, finishedAt === undefined ? failed + 1 : failed)
}
