import { randomUUID } from 'node:crypto'
import type { Logger } from '@landscape/logging'
import type { LastRun } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import { collect, type CollectDeps } from './collect.ts'
import { finishRun, renewRun, takeRun } from './lease.ts'
import { startSchedule } from './schedule.ts'

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

/**
 * Collects again and again, in one of the replicas at a time.
 * @returns stops it
 */
export function startCollector(deps: CollectorDeps): () => Promise<void> {
  const { everyMs, logger, now, renewEveryMs = RENEW_EVERY_MS } = deps
  const { lastRun } = deps.documents
  const by = randomUUID()

  /** Collects for as long as the run is this process's own. */
  async function run(stopped: AbortSignal): Promise<void> {
    const lost = new AbortController()
    const mayStore = async () => {
      const isOurs = await renewRun(lastRun, { by, now: now() })
      if (!isOurs && !lost.signal.aborted) {
        logger.warn('another replica has taken over collecting: nothing more is stored')
        lost.abort()
      }
      return isOurs
    }
    const beat = setInterval(() => {
      mayStore().catch((err: unknown) => logger.warn({ err }, 'the run could not be renewed'))
    }, renewEveryMs)
    let ok = false
    try {
      const signal = AbortSignal.any([stopped, lost.signal])
      const done = await collect({ ...deps, signal, mayStore, onFailure: logFailure(logger) })
      logger.info(done, 'collected usage')
      ok = done.complete && done.failures === 0
    } finally {
      clearInterval(beat)
      await finishRun(lastRun, { by, now: now(), ok })
    }
  }

  return startSchedule({
    checkEveryMs: CHECK_EVERY_MS,
    takeRun: () => takeRun(lastRun, { by, now: now(), intervalMs: everyMs }),
    run,
    onError: (err) => logger.error({ err }, 'collecting usage failed'),
  })
}

export function logFailure(logger: Logger): CollectDeps['onFailure'] {
  return ({ day, report, error }) =>
    logger.warn({ err: error, day, report }, 'a report could not be had')
}
