import { withinTime } from '@landscape/errors'
import { randomUUID } from 'node:crypto'
import type { LastRun } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Logger } from '@landscape/logging'
import { collect, type CollectDeps } from './collect.ts'
import { holdRun, takeRun } from './lease.ts'

/** What one run needs. */
interface RunDeps extends Omit<CollectDeps, 'documents' | 'onFailure' | 'signal' | 'mayStore'> {
  documents: CollectDeps['documents'] & { lastRun: StoredDocument<LastRun> }
  logger: Logger
  /** Milliseconds between two signs of life of a run. */
  renewEveryMs?: number
}

interface CollectorDeps extends RunDeps {
  everyMs: number
}

/** Which process runs, and what ends its run early. */
interface RunOf {
  by: string
  signal: AbortSignal
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
  const { everyMs, logger, now } = deps
  const by = randomUUID()
  return startSchedule({
    checkEveryMs: CHECK_EVERY_MS,
    takeRun: () => takeRun(deps.documents.lastRun, { by, now: now(), intervalMs: everyMs }),
    run: (signal) => run(deps, { by, signal }),
    onError: (err) => logger.error({ err }, 'collecting usage failed'),
  })
}

/** Runs now, unless a run is under way. @returns whether all went well */
export async function runOnce(deps: RunDeps, { by, signal }: RunOf): Promise<boolean> {
  if (await takeRun(deps.documents.lastRun, { by, now: deps.now() }))
    return run(deps, { by, signal })
  deps.logger.warn('usage is being collected by another process')
  return false
}

async function run(deps: RunDeps, { by, signal: stopped }: RunOf): Promise<boolean> {
  const { logger, now, renewEveryMs = RENEW_EVERY_MS } = deps
  const lease = { by, now, renewEveryMs, logger }
  return holdRun(deps.documents.lastRun, lease, async ({ lost, isOurs }) => {
    const signal = AbortSignal.any([stopped, lost])
    const onFailure = logFailure(logger)
    const done = await collect({ ...deps, signal, mayStore: isOurs, onFailure })
    logger.info(done, 'collected usage')
    return done.complete && done.failures === 0
  })
}

/** Tells the log of each report that could not be loaded. */
function logFailure(logger: Logger): CollectDeps['onFailure'] {
  return ({ day, report, error }) =>
    logger.warn({ err: error, day, report }, 'a report could not be loaded')
}

interface ScheduleDeps {
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
