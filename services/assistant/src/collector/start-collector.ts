import { withinTime } from '@landscape/errors'
import { randomUUID } from 'node:crypto'
import type { LastRun } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Logger } from '@landscape/logging'
import { collect, type CollectDeps } from './collect.ts'
import { holdRun, takeRun } from './lease.ts'

export interface CollectorDeps extends Omit<
  CollectDeps,
  'documents' | 'onFailure' | 'signal' | 'mayStore'
> {
  documents: CollectDeps['documents'] & { lastRun: StoredDocument<LastRun> }
  everyMs: number
  logger: Logger
  /** Milliseconds between two signs of life of a run. */
  renewEveryMs?: number
}

const CHECK_EVERY_MS = 60_000
/** A run without a sign of life is taken over after ten minutes. */
const RENEW_EVERY_MS = 60_000
const STOP_WITHIN_MS = 3_000

/**
 * Collects again and again, in one of the replicas at a time.
 * @returns stops it
 */
export function startCollector(deps: CollectorDeps): () => Promise<void> {
  const { everyMs, logger, now, renewEveryMs = RENEW_EVERY_MS } = deps
  const { lastRun } = deps.documents
  const by = randomUUID()
  return startSchedule({
    checkEveryMs: CHECK_EVERY_MS,
    takeRun: () => takeRun(lastRun, { by, now: now(), intervalMs: everyMs }),
    run: (stopped) =>
      holdRun(lastRun, { by, now, renewEveryMs, logger }, async ({ lost, isOurs }) => {
        const signal = AbortSignal.any([stopped, lost])
        const onFailure = logFailure(logger)
        const done = await collect({ ...deps, signal, mayStore: isOurs, onFailure })
        logger.info(done, 'collected usage')
        return done.complete && done.failures === 0
      }),
    onError: (err) => logger.error({ err }, 'collecting usage failed'),
  })
}

/** Tells the log of each report that could not be loaded. */
export function logFailure(logger: Logger): CollectDeps['onFailure'] {
  return ({ day, report, error }) =>
    logger.warn({ err: error, day, report }, 'a report could not be loaded')
}

export interface ScheduleDeps {
  /** Whether this process may run now. */
  takeRun: () => Promise<boolean>
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
  /** Milliseconds between two looks at whether a run is due. */
  checkEveryMs: number
}

/** Runs whenever a run is due, never twice at the same time. Call the result to stop. */
export function startSchedule({
  takeRun,
  run,
  onError,
  checkEveryMs,
}: ScheduleDeps): () => Promise<void> {
  const stopped = new AbortController()
  let current: Promise<void> | undefined

  async function check(): Promise<void> {
    try {
      if (await takeRun()) await run(stopped.signal)
    } catch (error) {
      onError(error)
    }
  }

  function look(): void {
    current ??= check().finally(() => {
      current = undefined
    })
  }

  const timer = setInterval(look, checkEveryMs)
  timer.unref()
  look()
  return async function stop(): Promise<void> {
    clearInterval(timer)
    stopped.abort()
    await withinTime(current ?? Promise.resolve(), STOP_WITHIN_MS, () => undefined)
  }
}
